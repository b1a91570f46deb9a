import type { AccountTables } from './tables/accounts.ts';
import type { ActivityTables } from './tables/activity.ts';
import type { AttachmentTables } from './tables/attachments.ts';
import type { BugTables } from './tables/bugs.ts';
import type { IngestTables } from './tables/ingest.ts';
import type { JobAndLimitTables } from './tables/jobs-and-limits.ts';
import type { MailTables } from './tables/mail.ts';
import type { SearchTables } from './tables/search.ts';
import type { TeamAndProjectTables } from './tables/teams-and-projects.ts';
import type { WebhookTables } from './tables/webhooks.ts';

/** Every table of the database, as the migrations make them. */
export interface Tables
  extends AccountTables,
    TeamAndProjectTables,
    BugTables,
    ActivityTables,
    IngestTables,
    SearchTables,
    AttachmentTables,
    WebhookTables,
    MailTables,
    JobAndLimitTables {}
