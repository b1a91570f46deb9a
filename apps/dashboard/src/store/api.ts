import type { BugList, BulkResult } from '@skep/client';
import type { BugFilter, BugItem, BugTexts, Change, Count, Problem, Target } from './types.ts';

/** Result of a request. Requests never throw. */
export type Answer<T> = { ok: true; data: T } | Failure;
export type Failure = { ok: false; problem: Problem; total?: number };

export type Page = Omit<BugList, 'limit' | 'offset'>;

/** A page of a list: the first page, or the page after a cursor. */
export type PageRange = { limit: number } & ({ offset: 0 } | { cursor: string });

/** The first page is small so that it arrives soon. `ahead` is the number of rows to load beyond the viewport. */
export const pageSizes = { first: 50, later: 100, ahead: 60 };
export type PageSizes = typeof pageSizes;

/** A change to a single bug. The bug's history records it. */
export type Edit = Exclude<Change, { delete: true }>;

/** Requests of the store. `http.ts` implements them. */
export interface Api {
  list(filter: BugFilter, range: PageRange): Promise<Answer<Page>>;
  bug(id: number, signal?: AbortSignal): Promise<Answer<{ item: BugItem; texts: BugTexts }>>;
  counts(filters: readonly BugFilter[], signal: AbortSignal): Promise<Answer<Count[]>>;
  /** Changes a bug if it still has this revision; otherwise fails with 412. */
  changeOne(id: number, revision: number, change: Edit): Promise<Answer<BugItem>>;
  bulk(target: Target, change: Change): Promise<Answer<BulkResult>>;
  undoBulk(batchId: number): Promise<Answer<{ affected: number; skipped: number }>>;
}
