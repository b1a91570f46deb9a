import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { deleteInPortions } from '../../db/portions.ts';
import type { SenderRow } from './sender.ts';

/** Finds the sender by the project's own key, or by the hash of one of its additional keys. */
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
    join teams on teams.id = projects.team_id and teams.closed_at is null`.execute(db);
  return rows[0];
}

/** A project whose keys, origins, caps or plan have changed, and whether its rules have. */
export interface SenderChange {
  id: number;
  of_rules: boolean;
}

export const senderChange = sql<SenderChange>`json_build_object('id', project_id, 'of_rules',
  rules_changed_in is not null and not pg_visible_in_snapshot(rules_changed_in, seen))`;

/** Deletes the changes of projects that are gone. After a day no process has their keys in memory any more. */
export function deleteOldSenderChanges(db: Db): Promise<number> {
  return deleteInPortions(
    db,
    'sender_changes',
    sql`changed_at < now() - interval '1 day'
      and not exists (select from projects where projects.id = sender_changes.project_id)`,
  );
}

/**
 * Writes that keys were used, without waiting for rows that somebody else has locked: two processes that write several of
 * them would have no common order. Returns those that were left out.
 */
export async function touchApiKeys(db: Db, ids: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with touched as (
      update api_keys set last_used_at = now()
      where id in (select id from api_keys where id = any(${ids}) for no key update skip locked)
      returning id
    )
    select id from api_keys where id = any(${ids}) except select id from touched`.execute(db);
  return rows.map(({ id }) => id);
}
