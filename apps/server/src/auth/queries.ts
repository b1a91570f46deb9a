import { sql } from 'kysely';
import type { Db } from '../db/connection.ts';
import type { AccessToken } from './access-tokens.ts';

/** The user behind a token that was issued since the last change of password, with the teams they own. */
export function findSession(db: Db, token: AccessToken) {
  return db
    .selectFrom('users')
    .select([
      'users.id',
      sql<number[]>`array(select team_id from memberships where user_id = users.id)`.as('team_ids'),
    ])
    .where('users.id', '=', token.userId)
    .where('users.tokens_valid_from', '<=', token.issuedAt)
    .executeTakeFirst();
}
