import type { Trx } from '../../../db/connection.ts';

/** Locks a user to be deleted: nothing that refers to the account is added from here on. */
export function lockToDelete(trx: Trx, userId: number) {
  return trx
    .selectFrom('users')
    .select('tokens_valid_from')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

/** Takes sessions, tokens, providers and reset links with it. */
export async function deleteUser(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('users').where('id', '=', userId).execute();
}
