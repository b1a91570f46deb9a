import type { JobKinds } from '../../background/jobs/runner.ts';
import { inSteps } from '../../background/jobs/steps.ts';
import type { Context } from '../../context.ts';
import { createIndexer } from './index/operations.ts';

export const searchJobs: JobKinds<Context> = {
  'index-bugs': { everySeconds: 1, run: inSteps(createIndexer()) },
};
