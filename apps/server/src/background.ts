import type { AppContext } from './app-context.ts';
import { cleanUpJob, type JobKinds, startJobs } from './background/jobs.ts';
import { enqueueBackup, secondsUntilNight, writeNightlyBackup } from './backup/nightly.ts';
import type { Context } from './context.ts';
import { sendVerification } from './features/accounts/me.ts';
import { deleteExpiredPasswordResets, sendPasswordReset } from './features/accounts/password-reset.ts';
import { keepUsedKeys } from './features/api-key-cache/api-key-cache.ts';
import { cleanUpAttachments, collectUploads, removeDiscardedObjects } from './features/attachments/jobs.ts';
import { deleteExpiredBatches } from './features/bugs/bulk/batches.ts';
import { deleteExpiredBugs } from './features/bugs/retention.ts';
import { deleteUnverifiedAccounts } from './features/deletion/account.ts';
import { deleteAbandonedTeam, emptyTeam } from './features/deletion/team.ts';
import type { EventHandler } from './features/events/bug-events.ts';
import { startSequencer } from './features/events/sequencer.ts';
import { deleteExpiredIngestRows } from './features/ingest/operations.ts';
import { deleteExpiredInvitations, sendInvitation } from './features/invitations/operations.ts';
import { deleteOldStreamEvents } from './features/live/events.ts';
import { sendConsentRequest } from './features/notifications/consent.ts';
import { deleteOldNotices, mailNewBugs, noteNewBugs } from './features/notifications/new-bugs.ts';
import { logDroppedReports, notifyQuotaUsage, sendQuotaNotice } from './features/projects/quota.ts';
import {
  deleteOldResolvedNotices,
  mailResolvedBugs,
  noteResolvedBugs,
} from './features/reporters/operations.ts';
import { queueForSearch, startIndexing } from './features/search/search.ts';
import { startDeliveries } from './features/webhooks/delivery/deliver.ts';
import { deleteOldDeliveries, queueDeliveries } from './features/webhooks/delivery/queue.ts';
import { sendSwitchedOff } from './features/webhooks/webhooks.ts';
import { deleteEndedWindows } from './limits/limiter.ts';
import { deleteOldMails } from './mail/daily-limit.ts';

const eventHandlers: EventHandler<AppContext>[] = [
  noteNewBugs,
  noteResolvedBugs,
  queueDeliveries,
  queueForSearch,
];

const mails: JobKinds<Context> = {
  'send-password-reset': { run: (context, { email }) => sendPasswordReset(context, String(email)) },
  'send-email-verification': { run: (context, { user_id }) => sendVerification(context, Number(user_id)) },
  'send-invitation': {
    run: (context, { invitation_id }) => sendInvitation(context, Number(invitation_id)),
  },
  'mail-new-bugs': {
    run: (context, { address_id }) => mailNewBugs(context, Number(address_id)),
    // Retries end when the notices are deleted after three days.
    attempts: Number.POSITIVE_INFINITY,
  },
  'mail-resolved-bugs': {
    run: (context, { project_id, address_id }) =>
      mailResolvedBugs(context, { project_id: Number(project_id), address_id: Number(address_id) }),
    attempts: Number.POSITIVE_INFINITY,
  },
  'ask-for-consent': {
    run: (context, { address_id, user_id }) =>
      sendConsentRequest(context, Number(address_id), user_id ? Number(user_id) : null),
    // With backoff, these attempts take about three days.
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

export const jobKinds: JobKinds<AppContext> = {
  ...mails,
  attachments: {
    everySeconds: 5,
    // Sequential: an object must not be removed while it is being collected.
    async run(context) {
      await collectUploads(context);
      await removeDiscardedObjects(context);
    },
  },
  'clean-up-attachments': { everySeconds: 3600, run: cleanUpAttachments },
  // Both poll the usage rows, so that storing a report costs nothing extra.
  'tell-quotas': { everySeconds: 10, run: notifyQuotaUsage },
  'tell-drops': { everySeconds: 10, run: logDroppedReports },
  // A sweep starts once a day and resumes where the last one stopped.
  'delete-expired-bugs': {
    everySeconds: 60,
    run: (context, _payload, stopping) => deleteExpiredBugs(context, stopping),
  },
  // A requested deletion is never given up.
  'delete-abandoned-team': {
    run: (context, { team_id }) => deleteAbandonedTeam(context, Number(team_id)),
    attempts: Number.POSITIVE_INFINITY,
  },
  'empty-team': {
    run: (context, { team_id }, stopping) => emptyTeam(context, Number(team_id), stopping),
    attempts: Number.POSITIVE_INFINITY,
  },
  'clean-up': cleanUpJob({
    limits: ({ pools }) => deleteEndedWindows(pools.main),
    mails: ({ pools }) => deleteOldMails(pools.main),
    password_resets: deleteExpiredPasswordResets,
    accounts: deleteUnverifiedAccounts,
    batches: deleteExpiredBatches,
    ingest: deleteExpiredIngestRows,
    invitations: deleteExpiredInvitations,
    live: deleteOldStreamEvents,
    notifications: deleteOldNotices,
    reporters: deleteOldResolvedNotices,
    deliveries: deleteOldDeliveries,
  }),
};

/** Writing is a separate job from scheduling, so that a backup that keeps failing is given up and becomes visible. */
const backupJobs: JobKinds<Context> = {
  'nightly-backup': { everySeconds: secondsUntilNight, run: enqueueBackup },
  'write-backup': {
    attempts: 5,
    run: (context, _payload, stopping) => writeNightlyBackup(context, stopping),
  },
};

interface PollIntervals {
  jobsMs: number;
  /** Multiplies the intervals of recurring jobs. */
  intervalFactor: number;
  eventsMs: number;
  deliveriesMs: number;
  deliveryGraceMs: number;
}

const defaultPollIntervals: PollIntervals = {
  jobsMs: 2_000,
  intervalFactor: 1,
  eventsMs: 1_000,
  deliveriesMs: 5_000,
  deliveryGraceMs: 3_000,
};

export function startBackground(given: AppContext, intervals = defaultPollIntervals): () => Promise<void> {
  const pools = { ...given.pools, main: given.pools.background };
  // Everything else is shared with requests, including replacements made later.
  const context: AppContext = Object.create(given, { pools: { value: pools } });
  // Only nodes with BACKUP_DIR write backups.
  const kinds = given.config.backupDir === null ? jobKinds : { ...jobKinds, ...backupJobs };
  const jobs = startJobs(context, kinds, {
    pollMs: intervals.jobsMs,
    intervalFactor: intervals.intervalFactor,
  });
  const listener = context.signals.listenToOthers(context.databaseUrl);
  const sequencer = startSequencer(context, eventHandlers, { pollMs: intervals.eventsMs });
  const deliveries = startDeliveries(context, {
    pollMs: intervals.deliveriesMs,
    graceMs: intervals.deliveryGraceMs,
  });
  const usedKeys = keepUsedKeys(context);
  const indexing = startIndexing(context);
  // Producers of work are stopped first.
  return async () => {
    for (const running of [sequencer, indexing, deliveries, jobs, usedKeys, listener]) await running.stop();
  };
}
