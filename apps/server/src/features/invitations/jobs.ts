import type { Context } from '../../context.ts';
import type { JobKinds } from '../../jobs/runner.ts';
import { sendInvitation } from './operations.ts';

export const invitationJobs: JobKinds<Context> = {
  'send-invitation': { run: (context, { invitation_id }) => sendInvitation(context, Number(invitation_id)) },
};
