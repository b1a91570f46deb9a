import type {
  Assignee,
  Attachment,
  BugList,
  BugListItem,
  CatalogueEvent,
  LabelOfBug,
  LiveEvent,
} from '@skep/client';
import type {
  ActivityKind,
  BugFilterName,
  BugFilters,
  BugSort,
  Severity,
  Status,
  Via,
} from '@skep/vocabulary';

export type { Attachment, CatalogueEvent, LiveEvent };
export type Person = Assignee;
export type Label = LabelOfBug;
/** A bug as in lists and live events. */
export type BugItem = BugListItem;

/** A full bug. The texts are fetched when it is opened; the rest is the list item, with live updates. */
export interface Bug extends BugItem, BugTexts {}

export interface BugTexts {
  description: string;
  stack_trace: string | null;
  /** JSON exactly as it was sent, with all digits and the original key order. */
  extra: string | null;
  duplicate_count: number;
}

/** Filters of a list, in the JSON format of the API. A missing key or an empty list means any value. */
export type BugFilter = { [Name in BugFilterName]?: ListOnly<NonNullable<BugFilters[Name]>> } & {
  /** Newest first if absent. */
  sort?: BugSort;
};

/** Where the API accepts one value or several, this type requires a list. */
type ListOnly<T> =
  Extract<T, readonly unknown[]> extends never ? T : T extends readonly (infer V)[] ? V[] : never;

/** The number of matching bugs. If it is capped, it is a lower bound: show "10,000+". */
export type Count = Pick<BugList, 'total' | 'total_capped'>;

/** A change to bugs. People and labels are given in full, so that an optimistic update can show them. */
export type Change =
  | { status: Status }
  | { severity: Severity }
  | { assignee: Person | null }
  /** For one bug only, as with `duplicate_of_id`. */
  | { title: string }
  | { add_label: Label }
  | { remove_label: Label }
  /** For one bug only, because the API has no bulk call for it. */
  | { duplicate_of_id: number | null }
  /** Cannot be undone, so ask for confirmation. */
  | { delete: true };

/** The bugs to change: a list of ids, or all that match a filter. `expectedTotal` is the total that the user saw. */
export type Target =
  | { ids: readonly number[] }
  | { filter: BugFilter; except: readonly number[]; expectedTotal: number };

/** Identifies a change in `undo` and in outcomes. */
export type ChangeHandle = number;

/**
 * The result of a change or an undo. Each has exactly one outcome, except that a change which is undone in flight never
 * reports `done`. A `done` change can be undone until `undoUntil` (in ms, as `Date.now()`), unless that is null. After
 * `failed` and `outdated` the change is rolled back.
 */
export type Outcome = { handle: ChangeHandle; target: Target; change: Change } & OutcomeKind;

export type OutcomeKind =
  | { type: 'done'; affected: number; undoUntil: number | null }
  | { type: 'failed'; problem: Problem; affected: number }
  /** For changes by filter: the filter now matches `total` bugs, and nothing was changed. Ask again. */
  | { type: 'outdated'; total: number }
  /** `skipped` counts the bugs that were left alone because someone has changed them since. */
  | { type: 'undone'; affected: number; skipped: number }
  | { type: 'undo_failed'; problem: Problem };

export interface Problem {
  /** 0 if there was no response because the network or the server is down. */
  status: number;
  /** A message for the user. */
  detail: string;
}

/** The last change of a bug that this page has seen. The row shows who made it. */
export interface LastChange {
  kind: ActivityKind;
  actor: { id: number; name: string } | null;
  via: Via;
  /** Whether this user made it in the dashboard, in any tab. Such changes are not highlighted. */
  isOwn: boolean;
  /** When this page received it (in ms, as `Date.now()`). */
  seenAt: number;
}

export type LiveState = 'live' | 'catching-up' | 'offline';
