import type { Severity, Status } from '@skep/vocabulary';

export interface CountTables {
  bug_deltas: BugDeltasTable;
  bug_counts: BugCountsTable;
  bug_days: BugDaysTable;
  resolve_times: ResolveTimesTable;
}

interface BugDeltasTable extends BugCountsTable {
  created_on: string | null;
  resolved_on: string | null;
  resolve_seconds: number | null;
}

/** How many bugs there are of each kind, but for what `bug_deltas` still holds. */
interface BugCountsTable {
  team_id: number;
  /** 0 for the bug itself. */
  label_id: number;
  project_id: number;
  status: Status;
  severity: Severity;
  /** 0 for nobody. */
  assignee_id: number;
  n: number;
}

/** How many bugs were created and resolved on each day, but for what `bug_deltas` still holds. */
interface BugDaysTable extends Record<`status_${Status}`, number>, Record<`severity_${Severity}`, number> {
  team_id: number;
  /** 0 for the team as a whole. */
  project_id: number;
  /** -infinity for all days. */
  day: string;
  created: number;
  resolved: number;
}

interface ResolveTimesTable {
  team_id: number;
  /** -infinity for all days. */
  day: string;
  bucket: number;
  n: number;
}
