import type { CleanUp } from '../../background/jobs/clean-up.ts';
import type { JobKinds } from '../../background/jobs/runner.ts';
import type { Context } from '../../context.ts';
import { askForConsent } from './consent/operations.ts';
import { forgetNotices, mailNewBugs } from './operations.ts';

export const notificationCleanUp: CleanUp<Context> = forgetNotices;

export const notificationJobs: JobKinds<Context> = {
  'mail-new-bugs': {
    run: (context, { address_id }) => mailNewBugs(context, Number(address_id)),
    // The retries end by themselves: notices are deleted after three days, and then there is nothing left to mail.
    attempts: Number.POSITIVE_INFINITY,
  },
  'ask-for-consent': {
    run: (context, { address_id, user_id }) =>
      askForConsent(context, Number(address_id), user_id ? Number(user_id) : null),
    longestWaitSeconds: 24 * 3600,
    // With the backoff between them, these attempts last for about three days.
    attempts: 80,
  },
};
