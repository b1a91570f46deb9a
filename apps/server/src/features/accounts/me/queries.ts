import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';

export function selectMe(db: Db, userId: number) {
  return db
    .selectFrom('users')
    .select([
      'id',
      'email',
      'name',
      'created_at',
      'is_operator',
      sql<boolean>`email_verified_at is not null`.as('email_verified'),
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}

export async function renameMe(db: Db, userId: number, name: string): Promise<void> {
  await db.updateTable('users').set({ name }).where('id', '=', userId).execute();
}
