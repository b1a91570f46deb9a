import { listUsers } from '../features/operator/users/operations.ts';
import type { AdminCommand } from './command.ts';
import { pageOptions, readPage, showPage } from './list.ts';
import { onDatabase } from './on-database.ts';

export const usersCommand: AdminCommand = {
  takes: [],
  summary: 'Lists users with their teams, newest first',
  options: {
    search: { value: 'text', summary: 'only those with this in their name or e-mail address' },
    ...pageOptions,
  },
  async run(given) {
    const page = readPage(given);
    const search = given.option('search') ?? '';
    const users = await onDatabase((context) => listUsers(context, search, page));
    return showPage('users', users, [
      { title: 'ID', value: ({ id }) => id },
      { title: 'E-MAIL', value: ({ email }) => email },
      { title: 'NAME', value: ({ name }) => name },
      { title: 'PROVED', value: ({ email_verified }) => (email_verified ? 'yes' : 'no') },
      { title: 'OPERATOR', value: ({ is_operator }) => (is_operator ? 'yes' : 'no') },
      { title: 'TEAMS', value: ({ teams }) => teams.map(({ slug }) => slug).join(' ') },
    ]);
  },
};
