import type { Severity, Status } from '@skep/vocabulary';
import type { Generated } from 'kysely';

export interface CountTables {
  bug_deltas: BugDeltasTable;
  bug_counts: BugCountsTable;
  bug_days: BugDaysTable;
  environment_days: EnvironmentDaysTable;
  resolve_times: ResolveTimesTable;
}

interface BugDeltasTable extends BugCountsTable {
  id: Generated<number>;
  created_on: string | null;
  resolved_on: string | null;
  resolve_seconds: number | null;
}

/** How many bugs there are of each kind, apart from the changes that `bug_deltas` still holds. */
interface BugCountsTable {
  team_id: number;
  /** 0 where the bug itself is counted, rather than one of its labels. */
  label_id: number;
  project_id: number;
  status: Status;
  severity: Severity;
  /** 0 where nobody is assigned. */
  assignee_id: number;
  n: number;
}

/** How many bugs were created and resolved on each day, apart from the changes that `bug_deltas` still holds. */
interface BugDaysTable extends DayCounts {
  team_id: number;
  /** 0 where all projects of the team are counted. */
  project_id: number;
  /** -infinity where all days are counted. */
  day: string;
  resolved: number;
}

/** How many bugs of an environment were created on each day. A trigger adds what deltas say when they are folded. */
interface EnvironmentDaysTable extends DayCounts {
  team_id: number;
  environment_id: number;
  /** 0 where all projects of the team are counted. */
  project_id: number;
  day: string;
}

/** How many bugs were created on a day, altogether and by the state that they have now. */
interface DayCounts extends Record<`status_${Status}`, number>, Record<`severity_${Severity}`, number> {
  created: number;
}

interface ResolveTimesTable {
  team_id: number;
  /** 0 where all projects of the team are counted. */
  project_id: number;
  /** -infinity where all days are counted. */
  day: string;
  bucket: number;
  n: number;
}
