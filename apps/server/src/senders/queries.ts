import { sql } from 'kysely';
import type { Db } from '../db/connection.ts';
import type { SenderRow } from './sender.ts';

/** By the project's own key, or by one of its additional ones. */
export async function findSender(db: Db, key: string, keyHash: Buffer): Promise<SenderRow | undefined> {
  const { rows } = await sql<SenderRow>`
    select projects.id as project_id, projects.team_id, teams.plan, keys.api_key_id,
      projects.reports_per_minute, projects.allowed_origins,
      coalesce((select json_agg(json_build_object('id', id, 'kind', kind, 'value', value) order by id)
        from blocklist_rules where project_id = projects.id)::text, '[]') as rules
    from (
      select id as project_id, null::bigint as api_key_id from projects where api_key = ${key}
      union all
      select project_id, id from api_keys where key_hash = ${keyHash}
    ) as keys
    join projects on projects.id = keys.project_id
    join teams on teams.id = projects.team_id`.execute(db);
  return rows[0];
}

export async function selectSenderVersion(db: Db): Promise<number> {
  const { version } = await db.selectFrom('sender_version').select('version').executeTakeFirstOrThrow();
  return version;
}

export async function touchApiKeys(db: Db, ids: number[]): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: sql`now()` })
    .where('id', '=', sql<number>`any(${ids})`)
    .execute();
}
