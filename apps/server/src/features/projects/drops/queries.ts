import { sql } from 'kysely';
import type { Trx } from '../../../db/connection.ts';

export interface NewDrops {
  project_id: number;
  team_id: number;
  month: string;
  reason: 'quota' | 'blocklist';
  /** How many have been dropped when this was seen. */
  dropped: number;
}

/** This month, and the one of a minute ago: what is dropped in the last moments of a month is seen in the next. */
const months = sql`
  select distinct to_char(at at time zone 'utc', 'YYYY-MM') from (values (now()), (now() - interval '1 minute')) as times (at)`;

/**
 * Notes which projects have dropped reports, and why, and answers what nobody had noted before. Of several nodes that look at
 * the same time, one gets each: the primary key makes the others wait, and then find it there.
 */
export async function insertNotices(trx: Trx): Promise<NewDrops[]> {
  const { rows } = await sql<NewDrops>`
    with drops as materialized (
      select team_id, project_id, month, reason, dropped
      from project_usage
      cross join lateral (values ('quota', dropped_quota), ('blocklist', dropped_blocklist)) as reasons (reason, dropped)
      where month in (${months}) and dropped > 0
    ),
    noted as (
      insert into drop_notices (team_id, project_id, month, reason)
      select team_id, project_id, month, reason from drops
      where not exists (
        select from drop_notices as known
        where known.project_id = drops.project_id and known.month = drops.month and known.reason = drops.reason
      )
      order by project_id, month, reason
      on conflict do nothing
      returning project_id, month, reason
    )
    select drops.* from drops join noted using (project_id, month, reason)`.execute(trx);
  return rows;
}
