import type { JobKinds } from '../../jobs/runner.ts';
import { mailReporter } from './operations.ts';

export const reportJobs: JobKinds = {
  'mail-reporter': { run: (context, { bug_id }) => mailReporter(context, Number(bug_id)) },
};
