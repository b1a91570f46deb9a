import { randomBytes } from 'node:crypto';
import { createPasswords } from '../auth/passwords.ts';
import { inTransaction } from '../db/transaction.ts';
import { revokeMcpTokens } from '../features/mcp/tokens/queries.ts';
import { findAccountByEmail, lockAccount, replacePassword } from '../features/users/queries.ts';
import { StartError } from '../start-error.ts';
import type { AdminCommand } from './command.ts';

export const resetPasswordCommand: AdminCommand = {
  usage: 'reset-password <e-mail>',
  summary: 'Gives a user a new random password and ends their sessions and MCP tokens',
  takes: ([email]) => Boolean(email),
  async run({ pools: { main: db } }, [email = '']) {
    const account = await findAccountByEmail(db, email);
    if (!account) throw new StartError(`There is no account with the e-mail address "${email}".`);
    const password = randomBytes(12).toString('base64url');
    const passwordHash = await createPasswords().hash(password);
    await inTransaction(db, async (trx) => {
      await lockAccount(trx, account.id);
      await revokeMcpTokens(trx, account.id);
      await replacePassword(trx, account.id, passwordHash);
    });
    return `The new password of ${account.email} is ${password}`;
  },
};
