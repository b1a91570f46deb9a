import type { Assignee, Attachment, BugListItem, CatalogueEvent, LabelOfBug, LiveEvent } from '@skep/client';
import type {
  ActivityKind,
  BugFilterName,
  BugFilters,
  BugSort,
  Severity,
  Status,
  Via,
} from '@skep/vocabulary';

/*
 * What the rest of the dashboard knows about the store. Components read through the hooks of `react.ts`; actions call
 * `change` and `undo`. Everything returned here is immutable, and keeps its reference until it changes.
 */

export type { Attachment, CatalogueEvent, LiveEvent };
export type Person = Assignee;
export type Label = LabelOfBug;
/** A bug as lists and live events show it. */
export type BugItem = BugListItem;

/** A bug in full: what lists leave out is fetched when it is opened, the rest is the list item's and just as live. */
export interface Bug extends BugItem, BugTexts {}

export interface BugTexts {
  description: string;
  stack_trace: string | null;
  /** JSON, exactly as it was sent: with every digit, and keys in their order. */
  extra: string | null;
  duplicate_count: number;
}

/** The filters of a list, exactly as the API takes them in JSON. An absent key, and an empty list, means "any". */
export type BugFilter = { [Name in BugFilterName]?: ListOnly<NonNullable<BugFilters[Name]>> } & {
  /** The order of the list; newest first when absent. */
  sort?: BugSort;
};

/** Where one value or several may be given, several. */
type ListOnly<T> =
  Extract<T, readonly unknown[]> extends never ? T : Readonly<Extract<T, readonly unknown[]>>;

export interface Count {
  total: number;
  /** There are more than `total`: write "10,000+". */
  isCapped: boolean;
}

/** What is to be done. People and labels are given whole, so that they can be shown before the answer has come. */
export type Change =
  | { status: Status }
  | { severity: Severity }
  | { assignee: Person | null }
  /** One bug only, as with `duplicate_of_id`. */
  | { title: string }
  | { add_label: Label }
  | { remove_label: Label }
  /** One bug only: the API has no bulk call for it. */
  | { duplicate_of_id: number | null }
  /** Cannot be undone: ask before. */
  | { delete: true };

/** Which bugs: these (any number), or all that match a filter. `expectedTotal` is the window's total that the person saw. */
export type Target =
  | { ids: readonly number[] }
  | { filter: BugFilter; except: readonly number[]; expectedTotal: number };

/** Names a change, for `undo` and in outcomes. */
export type ChangeHandle = number;

/**
 * What became of a change, or of an undo: each ends in exactly one outcome, except that a change which is undone while it is
 * on its way is never told as `done`. `done` can be undone until `undoUntil` (milliseconds, as `Date.now()`), unless that is
 * null. After `failed` and `outdated` the screen is as it was before.
 */
export type Outcome = { handle: ChangeHandle; target: Target; change: Change } & (
  | { type: 'done'; affected: number; undoUntil: number | null }
  | { type: 'failed'; problem: Problem; affected: number }
  /** Bulk by filter: the filter now matches `total` bugs, and nothing has been done. Ask again. */
  | { type: 'outdated'; total: number }
  /** `skipped`: bugs that somebody has changed since, which were left alone. */
  | { type: 'undone'; affected: number; skipped: number }
  | { type: 'undo_failed'; problem: Problem }
);

/** Why something did not work. */
export interface Problem {
  /** 0: no answer came, the network or the service is down. */
  status: number;
  /** A sentence for people. */
  detail: string;
}

/** Who changed a bug last, as far as this page has seen it happen. For fading in, with the name and "MCP". */
export interface LastChange {
  kind: ActivityKind;
  actor: { id: number; name: string } | null;
  via: Via;
  /** Made by this user in the dashboard, here or in another tab: nothing to point out. */
  isOwn: boolean;
  /** When this page learnt of it (milliseconds, as `Date.now()`). */
  seenAt: number;
}

/**
 * The list for one filter, loaded as far as one looks. Nothing that arrives moves what is there: new matches wait behind
 * `newCount`, and what no longer matches stays, dimmed, until `showNew` or until the list is left and entered again. The
 * object stays the same while its content changes: read it again when `version` has changed.
 */
export interface ListWindow {
  readonly filter: BugFilter;
  readonly version: number;
  /** `loading` until something can be shown. After `failed`, `ensure` tries again. */
  readonly status: 'loading' | 'ready' | 'failed';
  readonly problem: Problem | undefined;
  /** How many bugs match, as the service has counted them last. */
  readonly total: number;
  readonly capped: boolean;
  /** How many rows there are to scroll through: those that are loaded, and one that is loading where there are more. */
  readonly length: number;
  /** Undefined where nothing is loaded yet: draw a skeleton. */
  idAt(index: number): number | undefined;
  /** -1 when the bug is not among the loaded rows. */
  indexOf(id: number): number;
  /** Says what one looks at (`to` exclusive): everything up to there is loaded. Cheap to call often. */
  ensure(from: number, to: number): void;
  /** The ids of a range, for selecting with shift. Resolves when all of them are loaded. */
  idsBetween(from: number, to: number): Promise<number[]>;
  readonly newCount: number;
  /** Lets in what waits, and takes out what no longer matches. */
  showNew(): void;
  /** The row no longer belongs here, or its bug is deleted: draw it dimmed. */
  isStale(id: number): boolean;
  /** Loads everything anew, after `failed`. */
  reload(): void;
  /** A window with subscribers is kept up to date. */
  subscribe(listener: () => void): () => void;
}

export type LiveState = 'live' | 'catching-up' | 'offline';

export type DetailState =
  /** Nobody has asked for it. */
  | { status: 'unknown' }
  | { status: 'loading' }
  | { status: 'ready' }
  | { status: 'failed'; problem: Problem }
  /** Deleted, or never visible to this user. */
  | { status: 'gone' };

export interface Store {
  /** The list item with pending changes laid over it. The last one known for a deleted bug whose row is still shown. */
  item(id: number): BugItem | undefined;
  /** The full bug, likewise; undefined until `openDetail` has fetched it. */
  detail(id: number): Bug | undefined;
  detailState(id: number): DetailState;
  /** Fetches the full bug unless it is there and fresh. Also for neighbours, ahead of time: `{ isPrefetch: true }`. */
  openDetail(id: number, options?: { isPrefetch?: boolean }): void;
  isDeleted(id: number): boolean;
  /** Whether a change of this user is still on its way. */
  isPending(id: number): boolean;
  lastChange(id: number): LastChange | undefined;
  /** Called when anything above changes for this bug: at once for this user's changes, once per frame for others'. */
  subscribe(id: number, listener: () => void): () => void;

  /** Always the same object for an equal filter, as long as somebody uses it. */
  window(filter: BugFilter): ListWindow;

  /** On screen when it returns. A change that can change nothing has an outcome, too. */
  change(target: Target, change: Change): ChangeHandle;
  /** Takes back a change, also one that is still on its way; the last one when none is named. False: too late, or nothing there. */
  undo(handle?: ChangeHandle): boolean;
  /** Whether `undo()` would take something back. */
  canUndo(): boolean;
  /** The first who listens is told what has happened until then, too. */
  onOutcome(listener: (outcome: Outcome) => void): () => void;

  /** The newest counts; undefined where none has come yet. The array keeps its reference until a count changes. */
  counts(filters: readonly BugFilter[]): readonly (Count | undefined)[];
  /** Keeps these counts up to date for as long as somebody listens. */
  watchCounts(filters: readonly BugFilter[], listener: () => void): () => void;

  readonly live: { readonly state: LiveState; subscribe(listener: () => void): () => void };
  /** Events of one frame, after they are in the store: for timelines and comments. */
  onEvents(listener: (events: readonly LiveEvent[]) => void): () => void;
  onCatalogue(listener: (event: CatalogueEvent) => void): () => void;
  /** Something was missed that is not replayed, so everything is fetched again: do the same with what is kept outside of the store. */
  onStartAfresh(listener: () => void): () => void;

  /** Puts in a bug that another request has answered, such as a similar one. */
  learn(item: BugItem): void;
  /** Tells which team a project belongs to, which list items do not say: for filters by team. */
  learnProjects(projects: readonly { id: number; team_id: number }[]): void;
  /** Ends the stream and all requests: at sign-out. */
  close(): void;
}
