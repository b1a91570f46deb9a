import type { Context } from '../../context.ts';
import type { JobKinds } from '../../jobs/runner.ts';
import { foldCounts, forgetEmptyCounts } from './operations.ts';

export const countJobs: JobKinds<Context> = {
  'fold-counts': { everySeconds: 1, run: foldCounts },
  'forget-empty-counts': { everySeconds: 3600, run: forgetEmptyCounts },
};
