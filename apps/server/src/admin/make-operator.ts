import { setOperator } from '../features/operator/users/operations.ts';
import type { AdminCommand } from './command.ts';
import { onDatabase } from './on-database.ts';
import { orSay } from './output.ts';

export const makeOperatorCommand: AdminCommand = {
  takes: ['<e-mail>'],
  summary: 'Lets a user see and change what concerns the whole installation, or no longer',
  options: { remove: { summary: 'takes it back' } },
  async run({ args: [email = ''], has }) {
    const user = await onDatabase((context) =>
      setOperator(context, email, !has('remove')).catch(
        orSay(`There is no account with the e-mail address ${JSON.stringify(email)}.`),
      ),
    );
    const text = `${user.email} is ${user.is_operator ? 'an operator' : 'no operator any more'}.`;
    return { data: user, text };
  },
};
