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
  Extract<T, readonly unknown[]> extends never ? T : T extends readonly (infer V)[] ? V[] : never;

/** How many bugs match. Where it is capped, there are more: write "10,000+". */
export type Count = Pick<BugList, 'total' | 'total_capped'>;

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
export type Outcome = { handle: ChangeHandle; target: Target; change: Change } & OutcomeKind;

export type OutcomeKind =
  | { type: 'done'; affected: number; undoUntil: number | null }
  | { type: 'failed'; problem: Problem; affected: number }
  /** Bulk by filter: the filter now matches `total` bugs, and nothing has been done. Ask again. */
  | { type: 'outdated'; total: number }
  /** `skipped`: bugs that somebody has changed since, which were left alone. */
  | { type: 'undone'; affected: number; skipped: number }
  | { type: 'undo_failed'; problem: Problem };

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

export type LiveState = 'live' | 'catching-up' | 'offline';
