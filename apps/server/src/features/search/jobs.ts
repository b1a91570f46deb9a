import type { JobKinds } from '../../jobs/runner.ts';
import { indexNewBugs } from './index/operations.ts';

export const searchJobs: JobKinds = {
  'index-bugs': { everySeconds: 1, run: indexNewBugs },
};
