import type { ColumnType, Generated } from 'kysely';
import type { Plan } from '../plans.ts';

type CreatedAt = ColumnType<Date, never, never>;
type SetByDatabase<T> = ColumnType<T, T | undefined, T>;

export interface UsersTable {
  id: Generated<number>;
  email: string;
  name: string;
  password_hash: string | null;
  email_verified_at: Date | null;
  /** Access tokens with an earlier `iat` (in seconds) are void. */
  tokens_valid_from: SetByDatabase<number>;
  created_at: CreatedAt;
}

export interface OAuthIdentitiesTable {
  provider: string;
  subject: string;
  user_id: number;
  created_at: CreatedAt;
}

export interface PasswordResetsTable {
  id: Generated<number>;
  user_id: number;
  created_at: CreatedAt;
  expires_at: Date;
}

export interface McpTokensTable {
  id: Generated<number>;
  user_id: number;
  name: string;
  scopes: string[];
  token_hash: Buffer;
  token_prefix: string;
  created_at: CreatedAt;
  last_used_at: Date | null;
}

export interface TeamsTable {
  id: Generated<number>;
  name: string;
  slug: string;
  plan: Plan;
  created_at: CreatedAt;
}

export interface MembershipsTable {
  team_id: number;
  user_id: number;
  joined_at: CreatedAt;
}

export interface InvitationsTable {
  id: Generated<number>;
  team_id: number;
  email: string;
  invited_by: number | null;
  created_at: ColumnType<Date, never, Date>;
  expires_at: ColumnType<Date, Date | undefined, Date>;
}

export interface ProjectsTable {
  id: Generated<number>;
  team_id: number;
  name: string;
  description: string | null;
  api_key: string;
  reports_per_minute: SetByDatabase<number>;
  allowed_origins: SetByDatabase<string[]>;
  notification_emails: SetByDatabase<string[]>;
  created_at: CreatedAt;
}

export interface ApiKeysTable {
  id: Generated<number>;
  project_id: number;
  name: string;
  key_hash: Buffer;
  key_prefix: string;
  created_at: CreatedAt;
  last_used_at: Date | null;
}

export interface ProjectUsageTable {
  project_id: number;
  month: string;
  stored: SetByDatabase<number>;
  dropped_quota: SetByDatabase<number>;
  dropped_blocklist: SetByDatabase<number>;
}

export interface RateWindowsTable {
  bucket: string;
  hits: number;
  ends_at: Date;
}

export interface JobsTable {
  id: Generated<number>;
  kind: string;
  payload: SetByDatabase<Record<string, unknown>>;
  /** At most one waiting job has a given key. */
  unique_key: string | null;
  run_at: SetByDatabase<Date>;
  leased_until: Date | null;
  attempts: SetByDatabase<number>;
  last_error: string | null;
}

export interface Tables {
  users: UsersTable;
  oauth_identities: OAuthIdentitiesTable;
  password_resets: PasswordResetsTable;
  mcp_tokens: McpTokensTable;
  teams: TeamsTable;
  memberships: MembershipsTable;
  invitations: InvitationsTable;
  projects: ProjectsTable;
  api_keys: ApiKeysTable;
  project_usage: ProjectUsageTable;
  rate_windows: RateWindowsTable;
  jobs: JobsTable;
}
