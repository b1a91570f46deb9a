import { cleaningUp } from './background/jobs/clean-up.ts';
import { type JobKinds, startJobs } from './background/jobs/runner.ts';
import { backupJobs } from './backup/jobs.ts';
import { accountCleanUp, authJobs } from './features/accounts/jobs.ts';
import { attachmentJobs } from './features/attachments/jobs.ts';
import { bugCleanUp, bugJobs } from './features/bugs/jobs.ts';
import { countJobs } from './features/counts/jobs.ts';
import { startDispatcher } from './features/events/dispatcher.ts';
import type { EventHandler } from './features/events/operations.ts';
import { ingestCleanUp } from './features/ingest/jobs.ts';
import { invitationCleanUp, invitationJobs } from './features/invitations/jobs.ts';
import { leavingCleanUp, leavingJobs } from './features/leaving/jobs.ts';
import { liveCleanUp } from './features/live/jobs.ts';
import { notificationCleanUp, notificationJobs } from './features/notifications/jobs.ts';
import { noteNewBugs } from './features/notifications/operations.ts';
import { projectJobs } from './features/projects/jobs.ts';
import { reporterCleanUp, reportJobs } from './features/reporters/jobs.ts';
import { noteResolvedBugs } from './features/reporters/operations.ts';
import { searchJobs } from './features/search/jobs.ts';
import { senderCleanUp } from './features/senders/jobs.ts';
import { keepSenders } from './features/senders/upkeep.ts';
import { startDeliveries } from './features/webhooks/delivery/loop.ts';
import { queueDeliveries } from './features/webhooks/delivery/operations/queue.ts';
import { webhookCleanUp, webhookJobs } from './features/webhooks/jobs.ts';
import { deleteEndedWindows } from './limits/windows.ts';
import { deleteOldMails } from './mail/pace.ts';
import type { Rooms } from './rooms.ts';

/** What the dispatcher calls with every event of the outbox: mails to people, and deliveries to webhooks. */
const eventHandlers: EventHandler<Rooms>[] = [noteNewBugs, noteResolvedBugs, queueDeliveries];

/** Every kind of job. Any process may take a job, and its lease keeps the others from doing it at the same time. */
export const jobKinds: JobKinds<Rooms> = {
  ...authJobs,
  ...invitationJobs,
  ...attachmentJobs,
  ...countJobs,
  ...searchJobs,
  ...notificationJobs,
  ...reportJobs,
  ...webhookJobs,
  ...projectJobs,
  ...bugJobs,
  ...leavingJobs,
  'clean-up': cleaningUp({
    limits: ({ pools }) => deleteEndedWindows(pools.main),
    mails: ({ pools }) => deleteOldMails(pools.main),
    password_resets: accountCleanUp,
    accounts: leavingCleanUp,
    batches: bugCleanUp,
    ingest: ingestCleanUp,
    invitations: invitationCleanUp,
    live: liveCleanUp,
    notifications: notificationCleanUp,
    reporters: reporterCleanUp,
    senders: senderCleanUp,
    deliveries: webhookCleanUp,
  }),
};

/** How often to look for something to do when nothing happens, and how long stopping waits for the targets of webhooks. */
export interface Pace {
  jobsMs: number;
  eventsMs: number;
  deliveriesMs: number;
  deliveryGraceMs: number;
}

const usualPace: Pace = { jobsMs: 1_000, eventsMs: 200, deliveriesMs: 250, deliveryGraceMs: 3_000 };

/**
 * Starts everything that goes on beside requests; returns how to stop it. Live streams have loops of their own, for as long
 * as there are streams (see features/live/hub.ts).
 */
export function startBackground(given: Rooms, pace = usualPace): () => Promise<void> {
  const pools = { ...given.pools, main: given.pools.background };
  // All else is what requests have, also when it is replaced later.
  const rooms: Rooms = Object.create(given, { pools: { value: pools } });
  // A node without a folder for backups leaves them to those that have one.
  const kinds = given.config.backupDir === null ? jobKinds : { ...jobKinds, ...backupJobs };
  const jobs = startJobs(rooms, kinds, { pollMs: pace.jobsMs });
  const dispatcher = startDispatcher(rooms, eventHandlers, { pollMs: pace.eventsMs });
  const deliveries = startDeliveries(rooms, { pollMs: pace.deliveriesMs, graceMs: pace.deliveryGraceMs });
  const senders = keepSenders(rooms);
  // Those that make work for others are stopped first.
  return async () => {
    for (const running of [dispatcher, deliveries, jobs, senders]) await running.stop();
  };
}
