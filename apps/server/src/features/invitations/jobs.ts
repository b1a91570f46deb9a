import type { CleanUp } from '../../background/jobs/clean-up.ts';
import type { JobKinds } from '../../background/jobs/runner.ts';
import type { Context } from '../../context.ts';
import { forgetInvitations, sendInvitation } from './operations.ts';

export const invitationCleanUp: CleanUp<Context> = forgetInvitations;

export const invitationJobs: JobKinds<Context> = {
  'send-invitation': {
    run: (context, { invitation_id }) => sendInvitation(context, Number(invitation_id)),
    longestWaitSeconds: 3600,
  },
};
