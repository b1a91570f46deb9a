import type { Generated } from 'kysely';
import type { CreatedAt, SetByDatabase } from './column-types.ts';

export interface MailTables {
  mail_addresses: MailAddressesTable;
  notification_addresses: NotificationAddressesTable;
  bug_notices: BugNoticesTable;
  resolved_notices: ResolvedNoticesTable;
  recent_mails: RecentMailsTable;
}

/** Everybody who is mailed about bugs; addresses are stored with ASCII letters folded. */
interface MailAddressesTable {
  id: Generated<number>;
  email: string;
  muted_at: Date | null;
  seen_at: SetByDatabase<Date>;
}

/** Each of a project's `notification_emails`, and for a while those that have been removed from them. */
interface NotificationAddressesTable {
  id: Generated<number>;
  team_id: number;
  project_id: number;
  address_id: number;
  /** The address as it is spelled in the list. */
  email: string;
  confirmed_at: Date | null;
  removed_at: Date | null;
  /** The id of the last notice that was mailed. */
  told_up_to: SetByDatabase<number>;
}

/** New bugs that somebody is to be told of. */
interface BugNoticesTable {
  id: Generated<number>;
  team_id: number;
  project_id: number;
  bug_id: number;
  created_at: CreatedAt;
}

/** Resolved bugs that their reporters are to be told of. */
interface ResolvedNoticesTable {
  id: Generated<number>;
  team_id: number;
  project_id: number;
  address_id: number;
  bug_id: number;
  created_at: CreatedAt;
}

interface RecentMailsTable {
  kind: string;
  project_id: number;
  address_id: number;
  user_id: number | null;
  sent_at: SetByDatabase<Date>;
}
