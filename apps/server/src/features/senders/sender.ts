import type { Plan } from '@skep/vocabulary';
import { compileOrigins } from '../../http/origins.ts';
import { monthlyCap } from '../../plans.ts';
import type { Blocklist } from '../blocklist/matching/compiled.ts';

/** What a project key stands for: the project that its reports go to, and the limits and rules for them. */
export interface Sender {
  projectId: number;
  teamId: number;
  plan: Plan;
  /** The id of the additional key that was used; null for the project's own key. */
  apiKeyId: number | null;
  /** Names the rate limit window in which the requests of this key are counted. */
  windowKey: string;
  reportsPerMinute: number;
  /** How many reports the project stores in a month; null means no limit. */
  monthlyCap: number | null;
  allowsOrigin(origin: string): boolean;
  blocklist: Blocklist;
}

export interface SenderRow {
  project_id: number;
  team_id: number;
  plan: Plan;
  api_key_id: number | null;
  reports_per_minute: number;
  allowed_origins: string[];
}

export function toSender(row: SenderRow, keyHash: Buffer, blocklist: Blocklist): Sender {
  return {
    projectId: row.project_id,
    teamId: row.team_id,
    plan: row.plan,
    apiKeyId: row.api_key_id,
    windowKey: keyHash.toString('base64url', 0, 12),
    reportsPerMinute: row.reports_per_minute,
    monthlyCap: monthlyCap[row.plan],
    allowsOrigin: compileOrigins(row.allowed_origins),
    blocklist,
  };
}
