import { authJobs } from './features/auth/jobs.ts';
import { deleteOldPasswordResets } from './features/auth/queries.ts';
import { attachmentJobs } from './features/bugs/attachment-jobs.ts';
import { deleteOldIngestRows } from './features/bugs/queries.ts';
import { countJobs } from './features/counts/jobs.ts';
import type { EventHandler } from './features/events/operations.ts';
import { invitationJobs } from './features/invitations/jobs.ts';
import { deleteOldInvitations } from './features/invitations/queries.ts';
import type { JobKinds } from './jobs/runner.ts';
import { deleteEndedWindows } from './limits/windows.ts';

/** Everything that tells the outside of what happened to bugs. */
export const eventHandlers: EventHandler[] = [];

/** Every kind of work that is done outside of a request. */
export const jobKinds: JobKinds = {
  ...authJobs,
  ...invitationJobs,
  ...attachmentJobs,
  ...countJobs,
  'clean-up': {
    everySeconds: 3600,
    run: async ({ db }) => {
      await deleteEndedWindows(db);
      await deleteOldIngestRows(db);
      await deleteOldPasswordResets(db);
      await deleteOldInvitations(db);
    },
  },
};
