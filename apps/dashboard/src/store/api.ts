import type { BugList, BulkResult } from '@skep/client';
import type { BugFilter, BugItem, BugTexts, Change, Count, Problem, Target } from './types.ts';

/** What a request comes to. Nothing is thrown. */
export type Answer<T> = { ok: true; data: T } | Failure;
export type Failure = { ok: false; problem: Problem; total?: number };

export type Page = Omit<BugList, 'limit' | 'offset'>;

/** Which rows of a list: the first ones, or those that come after a page. */
export type PageRange = { limit: number } & ({ offset: 0 } | { cursor: string });

/** How many rows are loaded at once: few at first, so that they are there soon, and how many ahead of what one looks at. */
export const pageSizes = { first: 50, later: 100, ahead: 60 };
export type PageSizes = typeof pageSizes;

/** A change that one bug keeps a trace of. */
export type Edit = Exclude<Change, { delete: true }>;

/** The requests that the store sends. `http.ts` sends them to the service. */
export interface Api {
  list(filter: BugFilter, range: PageRange): Promise<Answer<Page>>;
  bug(id: number, signal?: AbortSignal): Promise<Answer<{ item: BugItem; texts: BugTexts }>>;
  counts(filters: readonly BugFilter[], signal: AbortSignal): Promise<Answer<Count[]>>;
  /** Changes a bug if it still has this revision; 412 otherwise. */
  changeOne(id: number, revision: number, change: Edit): Promise<Answer<BugItem>>;
  bulk(target: Target, change: Change): Promise<Answer<BulkResult>>;
  undoBulk(batchId: number): Promise<Answer<{ affected: number; skipped: number }>>;
}
