import { createResetLink, resetPassword } from '../features/operator/users/operations.ts';
import type { AdminCommand } from './command.ts';
import { onDatabase } from './on-database.ts';
import { orSay } from './output.ts';

export const resetPasswordCommand: AdminCommand = {
  takes: ['<e-mail>'],
  summary: 'Gives a user a new random password and ends their sessions and MCP tokens',
  options: {
    link: { summary: 'prints a link instead, with which the user sets a password within an hour' },
  },
  async run({ args: [email = ''], has }) {
    const orUnknown = orSay(`There is no account with the e-mail address ${JSON.stringify(email)}.`);
    if (has('link')) {
      const reset = await onDatabase((context) => createResetLink(context, email).catch(orUnknown));
      return { data: reset, text: reset.link, note: `Works once, within an hour, for ${reset.email}.` };
    }
    const account = await onDatabase((context) => resetPassword(context, email).catch(orUnknown));
    return { data: account, text: `The new password of ${account.email} is ${account.password}` };
  },
};
