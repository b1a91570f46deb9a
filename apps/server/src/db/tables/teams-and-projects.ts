import type { Plan } from '@skep/vocabulary';
import type { ColumnType, Generated } from 'kysely';
import type { CreatedAt, SetByDatabase } from './column-types.ts';

export interface TeamAndProjectTables {
  teams: TeamsTable;
  memberships: MembershipsTable;
  invitations: InvitationsTable;
  projects: ProjectsTable;
  api_keys: ApiKeysTable;
}

interface TeamsTable {
  id: Generated<number>;
  name: string;
  slug: string;
  plan: Plan;
  /** From then on nobody is in it, its keys are void, and a job deletes it. */
  closed_at: Date | null;
  created_at: CreatedAt;
}

interface MembershipsTable {
  team_id: number;
  user_id: number;
  joined_at: CreatedAt;
  /** How the member came: as founder, invited at the account's own address, or with a link that was mailed to another one. */
  origin: SetByDatabase<Origin>;
}

export type Origin = 'founder' | 'mail' | 'link';

interface InvitationsTable {
  id: Generated<number>;
  team_id: number;
  email: string;
  invited_by: number | null;
  created_at: ColumnType<Date, never, Date>;
  expires_at: ColumnType<Date, Date | undefined, Date>;
}

interface ProjectsTable {
  id: Generated<number>;
  team_id: number;
  name: string;
  description: string | null;
  api_key: string;
  /** Raised with every change of its blocklist rules. */
  rules_version: SetByDatabase<number>;
  reports_per_minute: SetByDatabase<number>;
  allowed_origins: SetByDatabase<string[]>;
  notification_emails: SetByDatabase<string[]>;
  notify_reporters: SetByDatabase<boolean>;
  created_at: CreatedAt;
}

interface ApiKeysTable {
  id: Generated<number>;
  team_id: number;
  project_id: number;
  name: string;
  key_hash: Buffer;
  key_prefix: string;
  created_at: CreatedAt;
  last_used_at: Date | null;
}
