import { sql } from 'kysely';
import { connect } from '../../apps/server/src/db/connection.ts';
import type { Filled } from './fill.ts';

export type Ids = Awaited<ReturnType<typeof readIds>>;

/** What requests name: bugs, projects and labels of the user's teams. */
export async function readIds({ url, teams }: Filled) {
  const db = connect(url, { max: 1 });
  const idsOf = async (query: ReturnType<typeof sql<{ id: number }>>) =>
    (await query.execute(db)).rows.map(({ id }) => id);
  const visible = await idsOf(sql`select id from bugs where team_id = any(${teams}) order by id desc`);
  const projects = await idsOf(sql`select id from projects where team_id = any(${teams}) order by id`);
  const labels = await idsOf(sql`select id from labels where team_id = any(${teams}) order by id`);
  const originals = await idsOf(sql`
    select distinct duplicate_of_id as id from bugs
    where team_id = any(${teams}) and duplicate_of_id in (select id from bugs where team_id = any(${teams}))
    order by 1 desc limit 50`);
  const [oldestOfDay = 1] = await idsOf(sql`
    select id from bugs where team_id = any(${teams}) and created_at >= ${daysAgo(1)} order by id limit 1 offset 20`);
  await db.destroy();
  const step = Math.floor(visible.length / 500);
  const spread = Array.from({ length: 500 }, (_, index) => visible[index * step] as number);
  return {
    newest: visible.slice(0, 6_000),
    spread,
    projects,
    labels,
    originals,
    visible: visible.length,
    oldestOfDay,
  };
}

/** The date of so many days ago, UTC. */
export const daysAgo = (days: number) =>
  new Date(Date.now() - days * 24 * 3600 * 1000).toISOString().slice(0, 10);
