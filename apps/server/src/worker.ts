import { authJobs } from './features/accounts/jobs.ts';
import { deleteOldPasswordResets } from './features/accounts/password-reset/queries.ts';
import { attachmentJobs } from './features/attachments/jobs.ts';
import { countJobs } from './features/counts/jobs.ts';
import type { EventHandler } from './features/events/operations.ts';
import { deleteOldIngestRows } from './features/ingest/queries.ts';
import { invitationJobs } from './features/invitations/jobs.ts';
import { deleteOldInvitations } from './features/invitations/queries.ts';
import { notificationJobs } from './features/notifications/jobs.ts';
import { noteNewBugs } from './features/notifications/operations.ts';
import { deleteOldAddresses } from './features/notifications/queries/addresses.ts';
import { deleteOldNotices } from './features/notifications/queries/notices.ts';
import { reportJobs } from './features/reporters/jobs.ts';
import { noteResolvedBugs } from './features/reporters/operations.ts';
import { deleteOldResolvedNotices } from './features/reporters/queries.ts';
import { searchJobs } from './features/search/jobs.ts';
import { deleteOldSenderChanges } from './features/senders/queries.ts';
import { queueDeliveries } from './features/webhooks/delivery/operations/queue.ts';
import { deleteOldDeliveries } from './features/webhooks/delivery/queries/clean-up.ts';
import { webhookJobs } from './features/webhooks/jobs.ts';
import type { JobKinds } from './jobs/runner.ts';
import { deleteEndedWindows } from './limits/windows.ts';
import { deleteOldMails } from './mail/pace.ts';
import type { Rooms } from './rooms.ts';

/** Everything that tells the outside of what happened to bugs. */
export const eventHandlers: EventHandler<Rooms>[] = [noteNewBugs, noteResolvedBugs, queueDeliveries];

/** Every kind of work that is done outside of a request. */
export const jobKinds: JobKinds<Rooms> = {
  ...authJobs,
  ...invitationJobs,
  ...attachmentJobs,
  ...countJobs,
  ...searchJobs,
  ...notificationJobs,
  ...reportJobs,
  ...webhookJobs,
  'clean-up': {
    everySeconds: 3600,
    run: async ({ pools: { main: db } }) => {
      await deleteEndedWindows(db);
      await deleteOldIngestRows(db);
      await deleteOldSenderChanges(db);
      await deleteOldPasswordResets(db);
      await deleteOldInvitations(db);
      await deleteOldNotices(db);
      await deleteOldResolvedNotices(db);
      await deleteOldMails(db);
      await deleteOldAddresses(db);
      await deleteOldDeliveries(db);
    },
  },
};
