import type { CursorTable } from './activity.ts';

export interface SearchTables {
  bug_search: BugSearchTable;
  search_dictionary: SearchDictionaryTable;
  search_cursor: CursorTable;
}

interface BugSearchTable {
  bug_id: number;
  team_id: number;
  words: string;
  fingerprint: string | null;
}

interface SearchDictionaryTable {
  team_id: number;
  stretch: number;
  word: string;
  bug_id: number | null;
}
