import { findUser, setOperator } from '../features/operator/users/operations.ts';
import { StartError } from '../start-error.ts';
import type { AdminCommand } from './command.ts';
import { onDatabase } from './on-database.ts';
import { orSay } from './output.ts';

export const makeOperatorCommand: AdminCommand = {
  takes: ['<e-mail>'],
  summary: 'Lets a user see and change what concerns the whole installation, or no longer',
  options: {
    remove: { summary: 'takes it back' },
    unverified: { summary: 'also for an account whose email address is not verified' },
  },
  async run({ args: [email = ''], has }) {
    const user = await onDatabase(async (context) => {
      const found = await findUser(context, email).catch(
        orSay(`There is no account with the e-mail address ${JSON.stringify(email)}.`),
      );
      // Anybody can sign up with the operator's address before the operator does.
      if (!found.email_verified && !has('remove') && !has('unverified'))
        throw new StartError(
          `The email address of ${found.email} is not verified, and the account was created ${age(found)}. ` +
            'Make sure that it is the right account, then repeat the command with --unverified.',
        );
      return setOperator(context, found, !has('remove'));
    });
    const isWhat = user.is_operator ? 'an operator' : 'no operator any more';
    return { data: user, text: `${user.email} is ${isWhat}. The account was created ${age(user)}.` };
  },
};

function age({ created_at }: { created_at: Date }): string {
  const minutes = (Date.now() - created_at.getTime()) / 60_000;
  const [count, unit] =
    minutes < 120
      ? [minutes, 'minute']
      : minutes < 48 * 60
        ? [minutes / 60, 'hour']
        : [minutes / 1440, 'day'];
  return new Intl.RelativeTimeFormat('en').format(-Math.floor(count), unit as 'minute' | 'hour' | 'day');
}
