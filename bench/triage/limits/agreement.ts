import { deepEqual } from 'node:assert/strict';
import { sql } from 'kysely';
import { connect } from '../../../apps/server/src/db/connection.ts';
import { becomeIdle } from '../idle.ts';
import { list, requestsWith, send } from '../requests.ts';
import type { Subject } from '../subject.ts';
import type { Comparison } from './comparisons.ts';
import { changeOne } from './statements.ts';

/** Makes sure that a statement answers what the service does: otherwise it would be no limit for that. */
export async function requireAgreement(subject: Subject, { name, samples }: Comparison): Promise<void> {
  for (const { request, statement } of samples) {
    const answer = withoutUrls(await send(subject.server.port, request));
    deepEqual(
      await run(subject, statement),
      answer,
      `${name}: the statement answers something else than ${request.path}`,
    );
  }
}

/**
 * Makes sure that the statement changes a bug as the service does. First the service changes one, and the statement another
 * one of the same status to the same; then the counts that are kept have to be those of the bugs that there are.
 */
export async function requireSameChange(subject: Subject): Promise<void> {
  const { filled, ids } = subject;
  const request = requestsWith(filled.token);
  const [ofService = 0, ofStatement = 0] = ids.spread;
  for (const id of [ofService, ofStatement])
    await send(subject.server.port, request(`${list}/${id}`, 'PATCH', { status: 'in_progress' }));
  await send(subject.server.port, request(`${list}/${ofService}`, 'PATCH', { status: 'resolved' }));
  const answer = await run(subject, changeOne(filled.teams, String(ofStatement), filled.userId));
  deepEqual(
    answer,
    withoutUrls(await send(subject.server.port, request(`${list}/${ofStatement}`))),
    'change one: the answer',
  );
  deepEqual(
    await lastChange(subject, ofStatement),
    await lastChange(subject, ofService),
    'change one: the rows',
  );
  await becomeIdle(filled.url);
  deepEqual(
    await read(subject, countKept),
    await read(subject, countBugs),
    'change one: the counts that are kept are others than those of the bugs',
  );
}

/** What a change has written of a bug, apart from what is another for each. */
async function lastChange(subject: Subject, id: number): Promise<unknown> {
  const [change] = await read(
    subject,
    `select kind, actor_id, via, changes, activity.created_at = updated_at as is_dated, resolved_at = updated_at as is_resolved
    from activity join bugs on bugs.id = bug_id where bug_id = ${id} order by activity.id desc limit 1`,
  );
  return change;
}

const countBugs = `
  select team_id, project_id, status, severity, coalesce(assignee_id, 0) as assignee_id, count(*)::integer as n
  from bugs group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`;

const countKept = `
  select team_id, project_id, status, severity, assignee_id, n::integer from bug_counts
  where label_id = 0 and n <> 0 order by 1, 2, 3, 4, 5`;

/** The signed addresses of attachments are other ones at each request. */
const withoutUrls = (answer: unknown) =>
  JSON.parse(JSON.stringify(answer), function (this: unknown, key, value) {
    return key === 'url' && isAttachment(this) ? undefined : value;
  });

const isAttachment = (value: unknown) => Object.hasOwn(value as object, 'content_type');

async function run(subject: Subject, statement: string): Promise<unknown> {
  const [row] = await read(subject, statement);
  return row?.answer;
}

async function read({ filled }: Subject, statement: string): Promise<Record<string, unknown>[]> {
  const db = connect(filled.url, { max: 1 });
  const { rows } = await sql.raw<Record<string, unknown>>(statement).execute(db);
  await db.destroy();
  return rows;
}
