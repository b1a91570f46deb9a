import type { CleanUp } from '../../background/jobs/clean-up.ts';
import type { JobKinds } from '../../background/jobs/runner.ts';
import type { Context } from '../../context.ts';
import { forgetDeliveries } from './delivery/operations/clean-up.ts';
import { sendSwitchedOff } from './delivery/operations/switched-off.ts';

export const webhookCleanUp: CleanUp<Context> = forgetDeliveries;

export const webhookJobs: JobKinds<Context> = {
  'send-webhook-switched-off': {
    run: (context, { webhook_id, user_id, reason }) =>
      sendSwitchedOff(context, {
        webhookId: Number(webhook_id),
        userId: Number(user_id),
        reason: reason === 'gone' ? 'gone' : 'failing',
      }),
  },
};
