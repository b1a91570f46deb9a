import { cleaningUp, type JobKinds, startJobs } from './background/jobs.ts';
import { askForBackup, backUpTonight, secondsUntilNight } from './backup/nightly.ts';
import type { Context } from './context.ts';
import { sendVerification } from './features/accounts/me.ts';
import { forgetPasswordResets, sendPasswordReset } from './features/accounts/password-reset.ts';
import { keepUsedKeys } from './features/api-key-cache/api-key-cache.ts';
import { cleanUpAttachments, collectUploads, removeDiscardedObjects } from './features/attachments/upkeep.ts';
import { forgetBatches } from './features/bugs/bulk/batches.ts';
import { deleteExpiredBugs } from './features/bugs/retention.ts';
import type { EventHandler } from './features/events/bug-events.ts';
import { startSequencer } from './features/events/sequencer.ts';
import { forgetIngestRows } from './features/ingest/operations.ts';
import { forgetInvitations, sendInvitation } from './features/invitations/operations.ts';
import { forgetUnproved } from './features/leaving/account.ts';
import { deleteAbandonedTeam, emptyTeam } from './features/leaving/team.ts';
import { forgetStreamEvents } from './features/live/events.ts';
import { askForConsent } from './features/notifications/consent.ts';
import { forgetNotices, mailNewBugs, noteNewBugs } from './features/notifications/new-bugs.ts';
import { sendQuotaNotice, tellDrops, tellQuotas } from './features/projects/quota.ts';
import {
  forgetResolvedNotices,
  mailResolvedBugs,
  noteResolvedBugs,
} from './features/reporters/operations.ts';
import { queueForSearch, startIndexing } from './features/search/search.ts';
import { startDeliveries } from './features/webhooks/delivery/deliver.ts';
import { forgetDeliveries, queueDeliveries } from './features/webhooks/delivery/queue.ts';
import { sendSwitchedOff } from './features/webhooks/webhooks.ts';
import { deleteEndedWindows } from './limits/limiter.ts';
import { deleteOldMails } from './mail/pace.ts';
import type { Rooms } from './rooms.ts';

const eventHandlers: EventHandler<Rooms>[] = [noteNewBugs, noteResolvedBugs, queueDeliveries, queueForSearch];

const mails: JobKinds<Context> = {
  'send-password-reset': { run: (context, { email }) => sendPasswordReset(context, String(email)) },
  'send-email-verification': { run: (context, { user_id }) => sendVerification(context, Number(user_id)) },
  'send-invitation': {
    run: (context, { invitation_id }) => sendInvitation(context, Number(invitation_id)),
  },
  'mail-new-bugs': {
    run: (context, { address_id }) => mailNewBugs(context, Number(address_id)),
    // The retries end by themselves: notices are deleted after three days, and then there is nothing left to mail.
    attempts: Number.POSITIVE_INFINITY,
  },
  'mail-resolved-bugs': {
    run: (context, { project_id, address_id }) =>
      mailResolvedBugs(context, { project_id: Number(project_id), address_id: Number(address_id) }),
    attempts: Number.POSITIVE_INFINITY,
  },
  'ask-for-consent': {
    run: (context, { address_id, user_id }) =>
      askForConsent(context, Number(address_id), user_id ? Number(user_id) : null),
    // With the backoff between them, these attempts last for about three days.
    attempts: 80,
  },
  'send-quota-notice': {
    run: (context, { project_id, user_id, month, level }) =>
      sendQuotaNotice(context, {
        projectId: Number(project_id),
        userId: Number(user_id),
        month: String(month),
        level: Number(level),
      }),
  },
  'send-webhook-switched-off': {
    run: (context, { webhook_id, user_id, reason }) =>
      sendSwitchedOff(context, {
        webhookId: Number(webhook_id),
        userId: Number(user_id),
        reason: reason === 'gone' ? 'gone' : 'failing',
      }),
  },
};

export const jobKinds: JobKinds<Rooms> = {
  ...mails,
  attachments: {
    everySeconds: 5,
    // The two run one after the other: an object that is just being collected must not be removed at the same time.
    async run(context) {
      await collectUploads(context);
      await removeDiscardedObjects(context);
    },
  },
  'clean-up-attachments': { everySeconds: 3600, run: cleanUpAttachments },
  // These two look at a row for each project, so that reports, which change these rows, pay nothing for being watched.
  'tell-quotas': { everySeconds: 10, run: tellQuotas },
  'tell-drops': { everySeconds: 10, run: tellDrops },
  // A sweep begins once a day, and goes on where the last one was cut off.
  'delete-expired-bugs': {
    everySeconds: 60,
    run: (context, _payload, stopping) => deleteExpiredBugs(context, stopping),
  },
  // What somebody wanted deleted is not kept because of a failure.
  'delete-abandoned-team': {
    run: (context, { team_id }) => deleteAbandonedTeam(context, Number(team_id)),
    attempts: Number.POSITIVE_INFINITY,
  },
  'empty-team': {
    run: (context, { team_id }, stopping) => emptyTeam(context, Number(team_id), stopping),
    attempts: Number.POSITIVE_INFINITY,
  },
  'clean-up': cleaningUp({
    limits: ({ pools }) => deleteEndedWindows(pools.main),
    mails: ({ pools }) => deleteOldMails(pools.main),
    password_resets: forgetPasswordResets,
    accounts: forgetUnproved,
    batches: forgetBatches,
    ingest: forgetIngestRows,
    invitations: forgetInvitations,
    live: forgetStreamEvents,
    notifications: forgetNotices,
    reporters: forgetResolvedNotices,
    deliveries: forgetDeliveries,
  }),
};

/** A backup is a job of its own, beside the one that asks for it, so that one that fails every time is given up and seen. */
const backupJobs: JobKinds<Context> = {
  'nightly-backup': { everySeconds: secondsUntilNight, run: askForBackup },
  'write-backup': { attempts: 5, run: (context, _payload, stopping) => backUpTonight(context, stopping) },
};

interface Pace {
  jobsMs: number;
  /** Multiplies the intervals of recurring jobs. */
  intervalFactor: number;
  eventsMs: number;
  deliveriesMs: number;
  deliveryGraceMs: number;
}

const usualPace: Pace = {
  jobsMs: 2_000,
  intervalFactor: 1,
  eventsMs: 1_000,
  deliveriesMs: 5_000,
  deliveryGraceMs: 3_000,
};

export function startBackground(given: Rooms, pace = usualPace): () => Promise<void> {
  const pools = { ...given.pools, main: given.pools.background };
  // All else is what requests have, also when it is replaced later.
  const rooms: Rooms = Object.create(given, { pools: { value: pools } });
  // A node without a folder for backups leaves them to those that have one.
  const kinds = given.config.backupDir === null ? jobKinds : { ...jobKinds, ...backupJobs };
  const jobs = startJobs(rooms, kinds, { pollMs: pace.jobsMs, intervalFactor: pace.intervalFactor });
  const hearing = rooms.signals.hearOthers(rooms.databaseUrl);
  const sequencer = startSequencer(rooms, eventHandlers, { pollMs: pace.eventsMs });
  const deliveries = startDeliveries(rooms, { pollMs: pace.deliveriesMs, graceMs: pace.deliveryGraceMs });
  const usedKeys = keepUsedKeys(rooms);
  const indexing = startIndexing(rooms);
  // Those that make work for others are stopped first.
  return async () => {
    for (const running of [sequencer, indexing, deliveries, jobs, usedKeys, hearing]) await running.stop();
  };
}
