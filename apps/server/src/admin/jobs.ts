import { listGivenUp } from '../features/operator/jobs/operations.ts';
import type { AdminCommand } from './command.ts';
import { pageOptions, readPage, showPage } from './list.ts';
import { onDatabase } from './on-database.ts';

export const jobsCommand: AdminCommand = {
  takes: [],
  summary: 'Lists jobs that failed too often and were given up, newest first',
  options: pageOptions,
  async run(given) {
    const page = readPage(given);
    const jobs = await onDatabase((context) => listGivenUp(context, page));
    return showPage('jobs that gave up', jobs, [
      { title: 'ID', value: ({ id }) => id },
      { title: 'KIND', value: ({ kind }) => kind },
      { title: 'ABOUT', value: ({ payload }) => JSON.stringify(payload) },
      { title: 'ATTEMPTS', value: ({ attempts }) => attempts },
      { title: 'LAST ERROR', value: ({ last_error }) => last_error ?? '' },
    ]);
  },
};
