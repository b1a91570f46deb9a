import type { JobKinds } from '../../background/jobs/runner.ts';
import { inSteps } from '../../background/jobs/steps.ts';
import type { Context } from '../../context.ts';
import { foldCounts, forgetEmptyCounts } from './operations.ts';

export const countJobs: JobKinds<Context> = {
  'fold-counts': { everySeconds: 1, run: inSteps(foldCounts) },
  'forget-empty-counts': { everySeconds: 3600, run: forgetEmptyCounts },
};
