import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../src/db/connection.ts';
import { countingChange } from '../src/features/counts/queries/change.ts';

/** Changes bugs in ways that no request could, such as making them older, and keeps the counts right. */
export async function rewriteBugs(
  db: Db,
  values: RawBuilder<unknown>,
  those: RawBuilder<unknown> = sql`true`,
): Promise<void> {
  const columns = sql.raw(
    'id, team_id, project_id, status, severity, assignee_id, environment, app_version, created_at, resolved_at',
  );
  await sql`
    with before as materialized (select ${columns} from bugs where ${those}),
    after as (update bugs set ${values} where ${those} returning ${columns}),
    ${countingChange(sql`select * from before`, sql`select * from after`)}
    select`.execute(db);
}
