import type { Context } from '../../context.ts';
import type { JobKinds } from '../../jobs/runner.ts';
import { indexNewBugs } from './index/operations.ts';

export const searchJobs: JobKinds<Context> = {
  'index-bugs': { everySeconds: 1, run: indexNewBugs },
};
