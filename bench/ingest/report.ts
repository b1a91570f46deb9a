const description = 'When I press the button nothing happens, and the page has to be loaded again. '
  .repeat(5)
  .trim();

/** A report of about a kilobyte. */
const report = {
  title: 'The checkout button does nothing',
  description,
  severity: 'high',
  environment: 'production',
  app_version: '4.2.1',
  url: 'https://shop.example.com/checkout?step=3',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  reporter_email: 'visitor@example.com',
  reporter_identifier: 'user-48151623',
  stack_trace:
    'TypeError: cart is undefined\n    at pay (checkout.js:42:7)\n    at onclick (checkout.js:12:3)\n'.repeat(
      2,
    ),
  extra: { cart: { items: 3, total: '41.90' }, locale: 'en-GB', viewport: [1280, 720] },
};

export const reportBody = JSON.stringify(report);

const text = (value: string) => `'${value.replaceAll("'", "''").replaceAll('\n', ' ')}'`;

const bug = `insert into bugs (id, project_id, team_id, title, description, severity, environment, app_version,
    stack_trace, url, user_agent, reporter_email, reporter_identifier, extra, created_at, updated_at)
  values (nextval('bug_ids'), :project, 1, ${text(report.title)}, ${text(report.description)}, ${text(report.severity)},
    ${text(report.environment)}, ${text(report.app_version)}, ${text(report.stack_trace)}, ${text(report.url)},
    ${text(report.user_agent)}, ${text(report.reporter_email)}, ${text(report.reporter_identifier)},
    ${text(JSON.stringify(report.extra))}, now(), now())`;

const usage = `insert into project_usage (team_id, project_id, month, stored)
  values (1, :project, to_char(now() at time zone 'utc', 'YYYY-MM'), 1)
  on conflict (team_id, project_id, month) do update set stored = project_usage.stored + 1`;

const key = `insert into idempotency_keys (team_id, project_id, key, bug_id, report, has_user_agent, created_at)
  values (1, :project, gen_random_uuid()::text, currval('bug_ids'), ${text(reportBody)}, true, now())`;

/** A transaction of four statements for each report, as a service would write it that stores reports one by one. */
export const naiveScript = `
\\set project random(1, 500)
begin;
${bug};
insert into activity (team_id, project_id, bug_id, kind, via, created_at)
  values (1, :project, currval('bug_ids'), 'created', 'api', now());
${key};
${usage};
commit;
`;

/** The same transaction as a single statement, which costs only one round trip to the database. */
export const oneStatementScript = `
\\set project random(1, 500)
with stored as (${bug} returning id), noted as (
  insert into activity (team_id, project_id, bug_id, kind, via, created_at)
  select 1, :project, id, 'created', 'api', now() from stored
), keyed as (
  insert into idempotency_keys (team_id, project_id, key, bug_id, report, has_user_agent, created_at)
  select 1, :project, gen_random_uuid()::text, id, ${text(reportBody)}, true, now() from stored
)
${usage};
`;
