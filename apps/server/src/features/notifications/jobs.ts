import type { JobKinds } from '../../jobs/runner.ts';
import { mailNewBugs } from './operations.ts';

export const notificationJobs: JobKinds = {
  'mail-new-bugs': {
    run: (context, { address_id }) => mailNewBugs(context, Number(address_id)),
    // There is an end to it: after three days nothing is left to tell.
    attempts: Number.POSITIVE_INFINITY,
  },
};
