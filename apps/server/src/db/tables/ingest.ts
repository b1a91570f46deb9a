import type { RuleKind } from '@skep/vocabulary';
import type { Generated } from 'kysely';
import type { CreatedAt, SetByDatabase } from './column-types.ts';

export interface IngestTables {
  key_windows: KeyWindowsTable;
  project_usage: ProjectUsageTable;
  blocklist_rules: BlocklistRulesTable;
  dropped_reports: DroppedReportsTable;
  idempotency_keys: IdempotencyKeysTable;
}

interface KeyWindowsTable {
  key: string;
  hits: number;
  hits_before: number;
  ends_at: Date;
}

interface ProjectUsageTable {
  team_id: number;
  project_id: number;
  month: string;
  stored: SetByDatabase<number>;
  dropped_quota: SetByDatabase<number>;
  dropped_blocklist: SetByDatabase<number>;
  stored_before: SetByDatabase<number>;
  cap: number | null;
}

interface BlocklistRulesTable {
  id: Generated<number>;
  team_id: number;
  project_id: number;
  kind: RuleKind;
  value: string;
  reason: string | null;
  match_count: SetByDatabase<number>;
  created_at: CreatedAt;
}

interface DroppedReportsTable {
  bug_id: number;
  team_id: number;
  project_id: number;
  created_at: Date;
}

interface IdempotencyKeysTable {
  team_id: number;
  project_id: number;
  key: string;
  bug_id: number;
  /** The report as it was first sent, from which the answer to a repeated request is made. */
  report: string;
  /** Whether the report itself named its user agent, rather than the headers of the request. */
  has_user_agent: boolean;
  created_at: Date;
}
