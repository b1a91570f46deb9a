import type { Context } from '../../context.ts';
import type { JobKinds } from '../../jobs/runner.ts';
import { sendSwitchedOff } from './delivery/operations/switched-off.ts';

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
