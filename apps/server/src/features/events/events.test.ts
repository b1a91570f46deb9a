import { sql } from 'kysely';
import pg from 'pg';
import { expect, it } from 'vitest';
import { aBug, aPerson, aProject } from '../../../test/builders.ts';
import { createDatabase, startNode } from '../../../test/harness.ts';
import { hold } from '../../../test/hold.ts';
import { aNotifyingProject } from '../../../test/notifications.ts';
import { startReceiver } from '../../../test/webhook-receiver.ts';
import { aWebhook } from '../../../test/webhooks.ts';
import { intoOutbox } from './outbox.ts';

const settings = { WEBHOOK_ALLOW_PRIVATE: 'true' };
const database = await createDatabase();
const node = await startNode(database, settings);
const { db } = node;
const ada = await aPerson(node);

/** A project with its own webhook receiver for all events. */
async function aListenedProject() {
  const receiver = await startReceiver();
  const project = await aNotifyingProject(node, ada);
  const { api_key, team_id } = (await ada.api.get(project.path)).body;
  await aWebhook(ada, project, { url: receiver.url });
  const bodies = () => receiver.received.map(({ body }) => body);
  return {
    ...project,
    team_id: team_id as number,
    receiver,
    bodies,
    report: () => aBug(node, { api_key }),
    /** Waits for a marker event after all others. */
    async whenAllHasCome(): Promise<void> {
      const last = await aBug(node, { api_key });
      await expect.poll(() => bodies().map(({ bug }) => bug.id)).toContain(last);
    },
  };
}

const change = (field: string) => ({ [field]: { from: 'one', to: 'another' } });

/** Records so many changes of a bug in one transaction: the first of the status, the last of the severity. */
async function noteChanges(
  { id, team_id }: { id: number; team_id: number },
  bugId: number,
  count: number,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with noted as (
    insert into activity (team_id, project_id, bug_id, kind, via, created_at, changes)
    select ${team_id}, ${id}, ${bugId}, case n when ${count} then 'severity_changed' else 'status_changed' end, 'api', now(),
      case n when ${count} then ${JSON.stringify(change('severity'))}::jsonb else ${JSON.stringify(change('status'))}::jsonb end
    from generate_series(1, ${count}::integer) as n order by n returning id, team_id, bug_id
    ),
    outboxed as (${sql.raw(intoOutbox)})
    select min(id) as id from noted`.execute(db);
  return rows[0]?.id as number;
}

/** Pauses the sequencer while the action runs. */
async function withoutSequencer(act: () => Promise<void>): Promise<void> {
  const release = await hold(node, (trx) => sql`select from sequencer for update`.execute(trx));
  await act();
  await release();
}

it('hands on all of a long backlog, and what one transaction did to a bug as one event', async () => {
  const project = await aListenedProject();
  const bugIds = [
    await project.report(),
    await project.report(),
    await project.report(),
    await project.report(),
  ];
  await project.receiver.requests(bugIds.length);
  const expected: unknown[] = [];
  await withoutSequencer(async () => {
    // The second spans the end of a batch, and the third is longer than a batch.
    for (const [index, count] of [1_999, 2, 2_500, 1].entries()) {
      const bugId = bugIds[index] as number;
      const id = `evt_${await noteChanges(project, bugId, count)}`;
      const changes = { ...(count > 1 ? change('status') : {}), ...change('severity') };
      expected.push({ id, bugId, changes });
    }
  });
  await project.whenAllHasCome();
  // Deliveries are concurrent, so an earlier one may arrive later.
  const told = () =>
    project
      .bodies()
      .filter(({ type }) => type === 'bug.updated')
      .map(({ id, bug, changes }) => ({ id, bugId: bug.id, changes }))
      .toSorted((one, other) => one.bugId - other.bugId);
  await expect.poll(told).toEqual(expected);
});

it('hands on what comes after much that nobody listens to', async () => {
  const project = await aListenedProject();
  const quiet = await aProject(ada);
  const quietBug = await aBug(node, quiet);
  let bugId = 0;
  await withoutSequencer(async () => {
    // The second is longer than a batch, and so are the others together.
    for (const count of [1_500, 4_100, 1_500]) await noteChanges(quiet, quietBug, count);
    bugId = await project.report();
  });
  await expect.poll(() => project.bodies().map(({ bug }) => bug.id)).toEqual([bugId]);
});

it('hands on nothing by halves, and all of it later, when it could not be noted', async () => {
  const project = await aListenedProject();
  await sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'no luck'; end $$;
    create trigger refused before insert on webhook_deliveries for each statement execute function refuse()`.execute(
    db,
  );
  const bugId = await project.report();
  const failures = () => node.logs.filter(({ loop }) => loop === 'events').length;
  await expect.poll(failures).toBeGreaterThan(2);
  const notices = () => db.selectFrom('bug_notices').selectAll().where('bug_id', '=', bugId).execute();
  expect(await notices()).toEqual([]);
  await sql`drop function refuse() cascade`.execute(db);
  await project.whenAllHasCome();
  await expect.poll(() => project.bodies().filter(({ bug }) => bug.id === bugId)).toHaveLength(1);
  expect(await notices()).toHaveLength(1);
});

it('hands on each event once, however long it takes and whoever else looks meanwhile', async () => {
  await startNode(database, settings);
  const project = await aNotifyingProject(node, ada);
  await sql`
    create function linger() returns trigger language plpgsql as $$ begin perform pg_sleep(0.5); return null; end $$;
    create trigger lingering after insert on bug_notices for each statement execute function linger()`.execute(
    db,
  );
  const noted = async () => {
    const rows = await db
      .selectFrom('bug_notices')
      .select('bug_id')
      .where('project_id', '=', project.id)
      .execute();
    return rows.map(({ bug_id }) => bug_id);
  };
  const bugIds: number[] = [];
  // When the third has arrived, side effects of the first have too.
  for (let count = 0; count < 3; count++) {
    bugIds.push(await project.report());
    await expect.poll(noted).toContain(bugIds.at(-1));
  }
  await sql`drop function linger() cascade`.execute(db);
  expect((await noted()).toSorted()).toEqual(bugIds.toSorted());
});

it('hands on what another node was numbering when it was killed', async () => {
  const project = await aListenedProject();
  const other = new pg.Client({ connectionString: database.url });
  other.on('error', () => {});
  await other.connect();
  await other.query('begin; select from sequencer for update');
  const bugId = await project.report();
  const taken = await other.query(`
    with taken as (delete from outbox returning id)
    update sequencer set last_seq = last_seq + 1, last_at = now() from taken returning pg_backend_pid() as pid`);
  await sql`select pg_terminate_backend(${taken.rows[0].pid}::integer)`.execute(db);
  await project.whenAllHasCome();
  expect(project.bodies().filter(({ bug }) => bug.id === bugId)).toHaveLength(1);
});
