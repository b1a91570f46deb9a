export interface SearchTables {
  bug_search: BugSearchTable;
  search_queue: SearchQueueTable;
}

interface BugSearchTable {
  bug_id: number;
  team_id: number;
  tsv: string;
  fingerprint: string | null;
}

/** The bugs that have to be indexed, because a text that can be searched is new, has changed or is gone. */
interface SearchQueueTable {
  bug_id: number;
  team_id: number;
}
