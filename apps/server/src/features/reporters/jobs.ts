import type { Context } from '../../context.ts';
import type { JobKinds } from '../../jobs/runner.ts';
import { mailResolvedBugs } from './operations.ts';

export const reportJobs: JobKinds<Context> = {
  'mail-resolved-bugs': {
    run: (context, { project_id, address_id }) =>
      mailResolvedBugs(context, { project_id: Number(project_id), address_id: Number(address_id) }),
    // There is an end to it: after three days nothing is left to tell.
    attempts: Number.POSITIVE_INFINITY,
  },
};
