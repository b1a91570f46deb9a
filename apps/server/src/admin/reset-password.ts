import { randomBytes } from 'node:crypto';
import { hashPassword } from '../auth/passwords.ts';
import { findAccountByEmail, replacePassword } from '../features/auth/queries.ts';
import { StartError } from '../start-error.ts';
import { type AdminCommand, UsageError } from './command.ts';

export const resetPassword: AdminCommand = {
  usage: 'reset-password <e-mail>',
  summary: 'Gives a user a new random password and ends their sessions',
  async run({ db }, [email]) {
    if (!email) throw new UsageError();
    const account = await findAccountByEmail(db, email);
    if (!account) throw new StartError(`There is no account with the e-mail address "${email}".`);
    const password = randomBytes(12).toString('base64url');
    await replacePassword(db, account.id, await hashPassword(password));
    return `The new password of ${account.email} is ${password}`;
  },
};
