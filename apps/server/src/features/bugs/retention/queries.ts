import { sql } from 'kysely';
import type { Trx } from '../../../db/connection.ts';
import type { SomeBugs } from '../queries/lock.ts';

/**
 * Nobody works on these bugs any more, and nothing about them has changed for so many days: neither their status, nor a
 * comment, a label or anything else.
 */
const isExpired = (days: number) => sql<boolean>`
  status in ('resolved', 'closed', 'wont_fix', 'spam') and updated_at < now() - make_interval(days => ${days})`;

/** Where the sweep goes on, in the order of ids; undefined when the last one has ended less than a day ago. */
export async function selectPlace(trx: Trx): Promise<number | undefined> {
  const { rows } = await sql<{ after_id: number }>`
    select after_id from retention_sweep
    where after_id > 0 or ended_at is null or ended_at not between now() - interval '1 day' and now()`.execute(
    trx,
  );
  return rows[0]?.after_id;
}

/** Says that the next portion begins after this bug; after the last one, that the sweep has ended. */
export async function movePlace(trx: Trx, afterId: number | null): Promise<void> {
  await sql`
    update retention_sweep set after_id = ${afterId ?? 0}, ended_at = case when ${afterId === null} then now() else ended_at end
  `.execute(trx);
}

/** What some bugs in a row have: those that are due, and the last one that was looked at, null when there are no more. */
export interface Swept {
  expired: SomeBugs;
  last: number | null;
}

/** Looks at some bugs after this one, until so many have been found to be due, and locks nothing. */
export async function sweep(
  trx: Trx,
  days: number,
  afterId: number,
  { looks, limit }: { looks: number; limit: number },
): Promise<Swept> {
  const { rows } = await sql<{ looked: number; last: number; ids: number[]; teamIds: number[] }>`
    with looked_at as materialized (
      select id, team_id, ${isExpired(days)} as is_expired from bugs where id > ${afterId} order by id limit ${looks}
    ),
    expired as materialized (select id, team_id from looked_at where is_expired order by id limit ${limit})
    select (select count(*) from looked_at) as looked, (select max(id) from looked_at) as last,
      to_json(array(select id from expired)) as ids, to_json(array(select distinct team_id from expired)) as "teamIds"`.execute(
    trx,
  );
  const { looked, last, ids, teamIds } = rows[0] as (typeof rows)[0];
  const expired = { ids, teamIds };
  if (ids.length === limit) return { expired, last: ids.at(-1) as number };
  return { expired, last: looked === looks ? last : null };
}

/** Those of these bugs, which are locked now, that nobody has changed since they were found. */
export async function selectStillExpired(trx: Trx, days: number, { ids }: SomeBugs): Promise<number[]> {
  const rows = await trx
    .selectFrom('bugs')
    .select('id')
    .where('id', '=', sql<number>`any(${ids})`)
    .where(isExpired(days))
    .execute();
  return rows.map(({ id }) => id);
}
