import { sql } from 'kysely';
import type { Actor } from '../../auth/actor.ts';
import { userClient } from '../../auth/passwords.ts';
import type { Context } from '../../context.ts';
import type { Trx } from '../../db/connection.ts';
import { lockFrom } from '../../db/locks.ts';
import { repeatInPortions } from '../../db/sql.ts';
import { inTransaction } from '../../db/transaction.ts';
import { forbidden, invalid, notSignedIn } from '../../errors.ts';
import { foldAscii } from '../../fold-ascii.ts';
import { countPasswordAttempt, wrongPassword } from '../accounts/me.ts';
import { leaveTeams } from '../teams/operations.ts';
import { lockMembersOf, selectTeamIdsLocked } from '../teams/queries.ts';
import { type Account, findAccount } from '../users/queries.ts';
import type { AccountDeletion } from './schema.ts';
import { closeTeams, deleteInvitations, enqueueEmptyTeam, lockOpenTeams } from './team.ts';

export const wrongEmail = () => forbidden("This is not the account's email address");

/** Teams without other members are deleted with the account. In other teams, comments stay without a name. */
export async function deleteMe(context: Context, actor: Actor, proof: AccountDeletion): Promise<void> {
  const account = await findAccount(context.pools.main, actor.userId);
  if (!account) throw notSignedIn();
  await confirm(context, account, proof);
  await inTransaction(context.pools.main, async (trx) => {
    const locked = await lockToDelete(trx, account.id);
    // The password may have changed since it was confirmed.
    if (locked?.tokens_valid_from !== account.tokens_valid_from) throw notSignedIn();
    await deleteAccount(trx, account.id);
  });
}

async function deleteAccount(trx: Trx, userId: number): Promise<void> {
  const teams = await lockOpenTeams(trx, await selectTeamIdsLocked(trx, userId));
  const teamIds = teams.map(({ id }) => id);
  const { alone, shared } = await lockMembersOf(trx, teamIds, userId);
  await closeTeams(trx, alone);
  await leaveTeams(trx, shared, userId);
  await deleteInvitations(trx, alone);
  // Cascades to tokens, OAuth identities and reset links.
  await trx.deleteFrom('users').where('id', '=', userId).execute();
  await enqueueEmptyTeam(trx, alone);
}

const accountsPerPortion = 100;

/** Only where addresses can be verified by email and anyone can sign up. Elsewhere every account was created deliberately. */
export async function deleteUnverifiedAccounts({ config, pools }: Context): Promise<number> {
  if (!config.smtpUrl || config.signup !== 'open') return 0;
  return repeatInPortions(async (limit) => {
    const unverified = pools.main.selectFrom('users').select('id').where(isUnverifiedAndUnused);
    let deleted = 0;
    for (const { id } of await unverified.orderBy('id').limit(limit).execute())
      deleted += await inTransaction(pools.main, async (trx) => {
        await lockToDelete(trx, id);
        // The account may have been used before the row was locked.
        const still = trx.selectFrom('users').select('id').where('id', '=', id).where(isUnverifiedAndUnused);
        if (!(await still.executeTakeFirst())) return 0;
        await deleteAccount(trx, id);
        return 1;
      });
    return deleted;
  }, accountsPerPortion);
}

/** A session alone is not enough: it may be stolen, or an unattended browser. */
async function confirm(
  context: Context,
  account: Account,
  { password, email }: AccountDeletion,
): Promise<void> {
  await countPasswordAttempt(context, account.id);
  if (account.password_hash === null) {
    if (email === undefined) throw invalid('email', 'is required for an account without a password');
    if (foldAscii(email) !== foldAscii(account.email)) throw wrongEmail();
    return;
  }
  if (password === undefined) throw invalid('password', 'is required');
  if (!(await context.passwords.matches(account.password_hash, password, userClient(account.id))))
    throw wrongPassword();
}

/** After this lock nothing can reference the account any more. */
function lockToDelete(trx: Trx, userId: number) {
  return lockFrom(trx, 'users')
    .select('tokens_valid_from')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

/** Keeps the first account, because without any account anyone could create it. 90 days are three access token lifetimes. */
const isUnverifiedAndUnused = sql<boolean>`
  email_verified_at is null and not is_operator and signed_in_at < now() - interval '90 days'
  and id > (select min(id) from users)
  and not exists (select from oauth_identities where user_id = users.id)
  and not exists (select from mcp_tokens where user_id = users.id)
  and not exists (
    select from memberships as own where own.user_id = users.id and (
      exists (select from memberships as other where other.team_id = own.team_id and other.user_id <> own.user_id)
      or exists (select from projects where team_id = own.team_id)
      or exists (select from labels where team_id = own.team_id)
      or exists (select from invitations where team_id = own.team_id)
    )
  )`;
