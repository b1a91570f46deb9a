import { sql } from 'kysely';
import type { Database } from '../../apps/server/src/db/connection.ts';
import { intoOutbox } from '../../apps/server/src/features/events/outbox.ts';

/** Inserts bugs with their activity, outbox rows and usage directly into the database. */
export async function storeBugs(
  db: Database,
  { teamId, projectId }: { teamId: number; projectId: number },
  count: number,
): Promise<void> {
  await sql`
    with stored as (
      insert into bugs (id, project_id, team_id, title, description, severity, created_at, updated_at)
      select nextval('bug_ids'), ${projectId}, ${teamId}, 'bulk' || n, md5(n::text) || ' in bulk ' || md5((n + 1)::text),
        'medium', now(), now()
      from generate_series(1, ${count}::integer) as n
      returning *
    ),
    noted as (
      insert into activity (team_id, project_id, bug_id, kind, via, created_at)
      select team_id, project_id, id, 'created', 'api', now() from stored order by id
      returning id, team_id, bug_id
    ),
    outboxed as (${sql.raw(intoOutbox)})
    insert into project_usage as usage (team_id, project_id, month, stored)
    values (${teamId}, ${projectId}, to_char(now() at time zone 'utc', 'YYYY-MM'), ${count}::integer)
    on conflict (team_id, project_id, month) do update set stored = usage.stored + excluded.stored`.execute(
    db,
  );
}
