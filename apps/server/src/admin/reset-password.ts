import { resetPassword } from '../features/operator/users/operations.ts';
import type { AdminCommand } from './command.ts';
import { onDatabase } from './on-database.ts';
import { orSay } from './output.ts';

export const resetPasswordCommand: AdminCommand = {
  takes: ['<e-mail>'],
  summary: 'Gives a user a new random password and ends their sessions and MCP tokens',
  async run({ args: [email = ''] }) {
    const account = await onDatabase((context) =>
      resetPassword(context, email).catch(
        orSay(`There is no account with the e-mail address ${JSON.stringify(email)}.`),
      ),
    );
    return { data: account, text: `The new password of ${account.email} is ${account.password}` };
  },
};
