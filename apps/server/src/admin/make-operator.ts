import { sql } from 'kysely';
import { StartError } from '../start-error.ts';
import type { AdminCommand } from './command.ts';

export const makeOperatorCommand: AdminCommand = {
  usage: 'make-operator <e-mail> [--remove]',
  summary: 'Lets a user see and change what concerns the whole installation, or no longer',
  takes: ([email, option]) =>
    Boolean(email) && !email?.startsWith('-') && (option === undefined || option === '--remove'),
  async run({ pools: { main: db } }, [email = '', option]) {
    const isOperator = option !== '--remove';
    const user = await db
      .updateTable('users')
      .set({ is_operator: isOperator })
      .where(sql`fold_ascii(email)`, '=', sql`fold_ascii(${email})`)
      .returning('email')
      .executeTakeFirst();
    if (!user) throw new StartError(`There is no account with the e-mail address "${email}".`);
    return `${user.email} is ${isOperator ? 'an operator' : 'no operator any more'}.`;
  },
};
