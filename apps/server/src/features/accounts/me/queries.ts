import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';

const me = (db: Db, userId: number) =>
  db
    .selectFrom('users')
    .select([
      'id',
      'email',
      'name',
      'created_at',
      'is_operator',
      sql<boolean>`email_verified_at is not null`.as('email_verified'),
      sql<boolean>`password_hash is not null`.as('has_password'),
    ])
    .where('id', '=', userId);

export const findMe = (db: Db, userId: number) => me(db, userId).executeTakeFirst();

export const selectMe = (db: Db, userId: number) => me(db, userId).executeTakeFirstOrThrow();
