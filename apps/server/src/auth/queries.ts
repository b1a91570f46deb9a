import { sql } from 'kysely';
import type { Db } from '../db/connection.ts';
import { deleteInPortions } from '../db/portions.ts';
import { argument, prepareStatement } from '../db/statements.ts';
import type { AccessToken } from './access-tokens.ts';

const teamsOfUser = (column: 'users.id' | 'mcp_tokens.user_id') =>
  sql<number[]>`array(select team_id from memberships where user_id = ${sql.ref(column)})`;

interface UserOfSession {
  id: number;
  is_operator: boolean;
  team_ids: number[];
}

/** The user behind a token that was issued since the last change of password, with the teams they own. */
export async function findSession(
  db: Db,
  { userId, issuedAt }: AccessToken,
): Promise<UserOfSession | undefined> {
  const [user] = await selectUserOfSession(db, [userId, issuedAt]);
  return user;
}

const selectUserOfSession = prepareStatement<UserOfSession>(
  () => sql`
    select id, is_operator, ${teamsOfUser('users.id')} as team_ids from users
    where id = ${argument(1, 'bigint')} and tokens_valid_from <= ${argument(2, 'bigint')}`,
);

/** Deletes the changes of users who are gone. After a day no process has their sessions in memory any more. */
export function deleteOldAccessChanges(db: Db): Promise<number> {
  return deleteInPortions(
    db,
    'access_changes',
    sql`changed_at < now() - interval '1 day' and not exists (select from users where users.id = access_changes.user_id)`,
  );
}

/** An MCP token with the teams of its user, and whether its last use was written within the last minute. */
export function findMcpToken(db: Db, tokenHash: Buffer) {
  return db
    .selectFrom('mcp_tokens')
    .select([
      'id',
      'name',
      'scopes',
      'user_id',
      teamsOfUser('mcp_tokens.user_id').as('team_ids'),
      sql<boolean>`coalesce(last_used_at between now() - interval '1 minute' and now() + interval '1 minute', false)`.as(
        'is_touched',
      ),
    ])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
}

export async function touchMcpToken(db: Db, id: number): Promise<void> {
  await db.updateTable('mcp_tokens').set({ last_used_at: sql`now()` }).where('id', '=', id).execute();
}

/** Undefined when the bug does not exist or belongs to a team that is not among these. */
export async function findTeamOfBug(db: Db, teamIds: number[], id: number): Promise<number | undefined> {
  const bug = await db
    .selectFrom('bugs')
    .select('team_id')
    .where('id', '=', id)
    .where('team_id', '=', sql<number>`any(${teamIds})`)
    .executeTakeFirst();
  return bug?.team_id;
}

export async function hasProject(db: Db, teamIds: number[], id: number): Promise<boolean> {
  const found = await db
    .selectFrom('projects')
    .select('id')
    .where('id', '=', id)
    .where('team_id', '=', sql<number>`any(${teamIds})`)
    .executeTakeFirst();
  return found !== undefined;
}
