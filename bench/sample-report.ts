const description = 'When I press the button nothing happens, and the page has to be loaded again. '
  .repeat(5)
  .trim();

/** About 1 KB. */
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

const columns = Object.keys(report);
const values = Object.values(report).map((value) =>
  `'${typeof value === 'string' ? value : JSON.stringify(value)}'`.replaceAll('\n', ' '),
);

/** A minimal table as a baseline: the columns of a report and a primary key. */
export const bareTable = `
  create table bare_reports (id bigint generated always as identity primary key, project_id bigint not null,
    ${columns.map((name) => `${name} text`).join(', ')}, created_at timestamptz not null default now())`;

const insert = `insert into bare_reports (project_id, ${columns.join(', ')}) values (:project, ${values.join(', ')});`;

/** Reports per transaction, about as many as the service batches. */
export const bareBatch = 50;

/** A pgbench script that inserts reports one by one. */
export const bareScript = [
  '\\set project random(1, 500)',
  'begin;',
  ...Array.from({ length: bareBatch }, () => insert),
  'commit;\n',
].join('\n');
