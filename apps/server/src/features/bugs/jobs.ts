import type { CleanUp } from '../../background/jobs/clean-up.ts';
import type { JobKinds } from '../../background/jobs/runner.ts';
import { inSteps } from '../../background/jobs/steps.ts';
import type { Context } from '../../context.ts';
import { forgetBatches } from './bulk/undo/operations.ts';
import { deleteSomeExpired } from './retention/operations.ts';

export const bugCleanUp: CleanUp<Context> = forgetBatches;

export const bugJobs: JobKinds<Context> = {
  // A sweep goes bit by bit: it is looked for often whether one is under way or due.
  'delete-expired-bugs': { everySeconds: 60, run: inSteps(deleteSomeExpired) },
};
