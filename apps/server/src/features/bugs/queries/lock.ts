import { sql } from 'kysely';
import type { Trx } from '../../../db/connection.ts';

/**
 * Nobody else changes those of these bugs that are in these teams until the transaction ends. They are locked in order of
 * their ids, as everywhere, and by a statement of its own: one that locks and goes on sees everything else as it was
 * before it waited.
 */
export async function lockBugs(
  trx: Trx,
  { ids, teamIds }: { ids: number[]; teamIds: number[] },
): Promise<void> {
  await sql`
    with locked as (
      select from bugs where id = any(${ids}) and team_id = any(${teamIds}) order by id for no key update
    )
    select count(*) from locked`.execute(trx);
}
