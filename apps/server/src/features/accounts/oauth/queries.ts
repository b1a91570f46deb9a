import type { Db } from '../../../db/connection.ts';

export async function deleteIdentities(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('oauth_identities').where('user_id', '=', userId).execute();
}

export async function findIdentity(db: Db, provider: string, subject: string): Promise<number | undefined> {
  const identity = await db
    .selectFrom('oauth_identities')
    .select('user_id')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return identity?.user_id;
}

export async function insertIdentity(
  db: Db,
  provider: string,
  subject: string,
  userId: number,
): Promise<void> {
  await db.insertInto('oauth_identities').values({ provider, subject, user_id: userId }).execute();
}
