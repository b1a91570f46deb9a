import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { deleteInPortions } from '../../db/portions.ts';
import type { SenderRow } from './sender.ts';

/** By the project's own key, or by one of its additional ones. */
export async function findSender(db: Db, key: string, keyHash: Buffer): Promise<SenderRow | undefined> {
  const { rows } = await sql<SenderRow>`
    select projects.id as project_id, projects.team_id, teams.plan, keys.api_key_id,
      projects.reports_per_minute, projects.allowed_origins
    from (
      select id as project_id, null::bigint as api_key_id from projects where api_key = ${key}
      union all
      select project_id, id from api_keys where key_hash = ${keyHash}
    ) as keys
    join projects on projects.id = keys.project_id
    join teams on teams.id = projects.team_id`.execute(db);
  return rows[0];
}

export interface SenderChanges {
  /** Names the moment up to which changes are known. */
  snapshot: string;
  /** Another one when the database is not the one it was: restarted, or put back from a copy. */
  origin: string;
  projects: { id: number; of_rules: boolean }[];
}

/**
 * Which projects have changed since the snapshot. It does not matter in which order their transactions end: what the
 * snapshot could not see is new. A copy from another server can hold transactions that are still to come on this one.
 */
export async function selectSenderChanges(db: Db, snapshot: string | null): Promise<SenderChanges> {
  const { rows } = await sql<SenderChanges>`
    select pg_current_snapshot()::text as snapshot,
      concat(pg_postmaster_start_time(), ' ', 'sender_changes'::regclass::oid) as origin,
      (
        select coalesce(json_agg(json_build_object('id', project_id, 'of_rules',
          rules_changed_in is not null and not pg_visible_in_snapshot(rules_changed_in, seen))), '[]')
        from sender_changes, cast(${snapshot} as pg_snapshot) as seen
        where changed_in >= pg_snapshot_xmin(seen) and not pg_visible_in_snapshot(changed_in, seen)
          and changed_in < pg_snapshot_xmax(pg_current_snapshot())
      ) as projects`.execute(db);
  return rows[0] as SenderChanges;
}

/** What was noted of projects that are gone: nobody has their keys in memory for as long as a day. */
export async function deleteOldSenderChanges(db: Db): Promise<void> {
  await deleteInPortions(
    db,
    'sender_changes',
    sql`changed_at < now() - interval '1 day'
      and not exists (select from projects where projects.id = sender_changes.project_id)`,
  );
}

export async function touchApiKeys(db: Db, ids: number[]): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: sql`now()` })
    .where('id', '=', sql<number>`any(${ids})`)
    .execute();
}
