import type { BugPatch } from '@skep/client';
import type { Severity, Status } from '@skep/vocabulary';
import type { BugFilter, BugItem, BugTexts, Problem } from './types.ts';

/** What a request comes to. Nothing is thrown. */
export type Answer<T> = { ok: true; data: T } | { ok: false; problem: Problem; total?: number };

export interface Page {
  items: BugItem[];
  total: number;
  total_capped?: boolean;
  /** Where the next page begins; null after the last. */
  next_cursor: string | null;
}

/** Which rows of a list: the first ones, or those that come after a page. */
export type PageRange = { limit: number } & ({ offset: 0 } | { cursor: string });

/** How many rows are loaded at once: few at first, so that they are there soon, and how many ahead of what one looks at. */
export interface PageSizes {
  first: number;
  later: number;
  ahead: number;
}

export const pageSizes: PageSizes = { first: 50, later: 100, ahead: 60 };

/** What a single change sends. */
export type SingleChange =
  | { patch: Omit<BugPatch, 'assignee_id'> & { assignee_id?: number | null } }
  | { attach: number }
  | { detach: number }
  | { duplicate_of_id: number | null };

export type BulkOperation =
  | { operation: 'set_status'; value: Status }
  | { operation: 'set_severity'; value: Severity }
  | { operation: 'assign'; value: number | null }
  | { operation: 'add_label' | 'remove_label'; value: number }
  | { operation: 'delete' };

export type BulkTarget =
  | { ids: readonly number[] }
  | { filter: BugFilter; except: readonly number[]; expected_total: number };

/** The requests that the store sends. `http.ts` sends them to the service. */
export interface Api {
  list(filter: BugFilter, range: PageRange, signal: AbortSignal): Promise<Answer<Page>>;
  bug(id: number, signal: AbortSignal): Promise<Answer<{ item: BugItem; texts: BugTexts }>>;
  counts(
    filters: readonly BugFilter[],
    signal: AbortSignal,
  ): Promise<Answer<Pick<Page, 'total' | 'total_capped'>[]>>;
  /** Changes a bug if it still has this revision; 412 otherwise. */
  changeOne(id: number, revision: number, change: SingleChange): Promise<Answer<BugItem>>;
  deleteOne(id: number): Promise<Answer<void>>;
  bulk(target: BulkTarget, operation: BulkOperation): Promise<Answer<{ affected: number; batch_id: number }>>;
  undoBulk(batchId: number): Promise<Answer<{ affected: number; skipped: number }>>;
}
