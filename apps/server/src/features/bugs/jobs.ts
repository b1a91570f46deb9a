import type { CleanUp } from '../../background/jobs/clean-up.ts';
import type { JobKinds } from '../../background/jobs/runner.ts';
import { inSteps } from '../../background/jobs/steps.ts';
import type { Context } from '../../context.ts';
import { forgetBatches } from './bulk/undo/operations.ts';
import { deleteSomeExpired } from './retention/operations.ts';

export const bugCleanUp: CleanUp<Context> = forgetBatches;

export const bugJobs: JobKinds<Context> = {
  // What is due is found by an index. So it is looked for often, and a large backlog goes bit by bit.
  'delete-expired-bugs': { everySeconds: 60, run: inSteps(deleteSomeExpired) },
};
