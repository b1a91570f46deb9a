import type { CleanUp } from '../../background/jobs/clean-up.ts';
import type { JobKinds } from '../../background/jobs/runner.ts';
import type { Context } from '../../context.ts';
import { forgetResolvedNotices, mailResolvedBugs } from './operations.ts';

export const reporterCleanUp: CleanUp<Context> = forgetResolvedNotices;

export const reportJobs: JobKinds<Context> = {
  'mail-resolved-bugs': {
    run: (context, { project_id, address_id }) =>
      mailResolvedBugs(context, { project_id: Number(project_id), address_id: Number(address_id) }),
    longestWaitSeconds: 24 * 3600,
    // The retries end by themselves: notices are deleted after three days, and then there is nothing left to mail.
    attempts: Number.POSITIVE_INFINITY,
  },
};
