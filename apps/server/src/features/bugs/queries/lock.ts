import { sql } from 'kysely';
import type { Trx } from '../../../db/connection.ts';

/** Those of these bugs that are in these teams. */
export interface SomeBugs {
  ids: number[];
  teamIds: number[];
}

/**
 * Locks those of these bugs that are in these teams, so that nobody else changes them until the transaction ends. They are
 * locked in order of their ids, as everywhere, and by a statement of its own: a statement takes its snapshot before it
 * waits for locks, so one that locked and changed at once would see other rows as they were before the wait.
 */
export async function lockBugs(trx: Trx, { ids, teamIds }: SomeBugs): Promise<void> {
  await sql`
    with locked as (
      select from bugs where id = any(${ids}) and team_id = any(${teamIds}) order by id for no key update
    )
    select count(*) from locked`.execute(trx);
}
