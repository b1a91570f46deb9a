import type { JobKinds } from '../../jobs/runner.ts';
import { sendInvitation } from './operations.ts';

export const invitationJobs: JobKinds = {
  'send-invitation': { run: (context, { invitation_id }) => sendInvitation(context, Number(invitation_id)) },
};
