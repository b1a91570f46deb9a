import type { Answer, Api, Page, PageRange } from './api.ts';
import type { Clock } from './clock.ts';
import type { Entities, Transition } from './entities.ts';
import type { Matcher } from './match.ts';
import type { Notifier } from './notifier.ts';
import type { PageSizes } from './page-sizes.ts';
import type { Projects } from './projects.ts';
import { createReadRanges, type ReadRanges } from './read-ranges.ts';
import type { Tallies } from './tallies.ts';
import type { BugFilter, Problem } from './types.ts';
import { nextUnread, type Wanted } from './window-gaps.ts';
import type { WindowRows } from './window-rows.ts';

/** A jump waits until the scroll bar rests. */
const restMs = 80;
const retryMs = 5_000;
const mostAtOnce = 200;
/** When more than these wait after an absence, the list is another one: it begins anew instead of being compared. */
const mostWaiting = 2_000;

/**
 * Reads the pages of a window: where one looks and nothing is loaded yet, and once more where something is loaded that may have
 * changed without a word. Pages come one after the other; what they bring is put among the rows that are shown, and never
 * in their place.
 */
export interface WindowPages {
  /** Reads what is missing where one looks. */
  load(): void;
  /** Reads these rows. */
  fill(from: number, to: number): Promise<void>;
  /** What is loaded may be wrong: it is read once more when somebody looks. Settles when what is looked at has been read. */
  doubt(): Promise<void>;
  /** Nothing that is loaded is in doubt. */
  readonly isCertain: boolean;
  /** Nobody looks any more, or no answer will come: whoever waits for it is let go. */
  letGo(): void;
  /** A bug has moved on. */
  move(transition: Transition): void;
  close(): void;
}

interface Options {
  api: Api;
  clock: Clock;
  notifier: Notifier;
  entities: Entities;
  tallies: Tallies;
  projects: Projects;
  pages: PageSizes;
  filter: BugFilter;
  matcher: Matcher;
  rows: WindowRows;
  /** What one looks at. */
  view(): { from: number; to: number };
  /** Whether somebody looks, and whether it is to be read although nobody does, because nothing can be shown yet. */
  isWatched(): boolean;
  isWanted(): boolean;
  /** Within the transaction that takes a page in. */
  onPage(page: Page, askedAt: number): void;
  /** After it. */
  afterPage(): void;
  onFailure(problem: Problem): void;
}

export function createWindowPages(options: Options): WindowPages {
  const { api, clock, notifier, entities, tallies, projects, filter, matcher, rows } = options;
  const { first: firstPage, later: laterPage, ahead } = options.pages;
  const { list } = rows;

  let hasBegun = false;
  let isClosed = false;
  let request: { from: number; to: number; abort: AbortController } | undefined;
  let rest: (() => void) | undefined;
  /** What has been read since something may have happened without a word; undefined when nothing has. */
  let readAgain: ReadRanges | undefined;
  /** Pages that are on their way, and the bugs that have come to match since: a page that was read before lacks them. */
  let underway = 0;
  const enteredMeanwhile = new Map<number, number>();
  /** So many times in a row a page has brought nothing into the hole that it was asked for. */
  let fruitless = 0;
  const caughtUp: (() => void)[] = [];

  function nextIn(from: number, to: number): Wanted | undefined {
    const hole = list.firstHole(from, to);
    const unread = readAgain && nextUnread(list, readAgain, from, to);
    return unread && unread.from <= (hole?.from ?? to) ? unread : hole;
  }

  /** What is to be loaded next for what one looks at, if anything is. */
  function next(): Wanted | undefined {
    const { from, to } = options.view();
    if (!hasBegun) return { from, to: Math.max(from + firstPage, to) };
    return nextIn(from, to) ?? nextIn(from - ahead, to + ahead);
  }

  function load(): void {
    if (isClosed || !(options.isWatched() || options.isWanted())) return;
    if (request) {
      const { from, to } = options.view();
      const isSeen = request.to > from - ahead && request.from < to + ahead;
      if (isSeen) return;
      giveUp();
    }
    rest?.();
    rest = undefined;
    const wanted = next();
    if (!wanted) return;
    const isNear =
      !hasBegun ||
      wanted.below !== undefined ||
      list.idAt(wanted.from - 1) !== undefined ||
      list.idAt(wanted.to) !== undefined;
    if (isNear) void read(wanted);
    else {
      rest = clock.after(restMs, () => {
        rest = undefined;
        const still = next();
        if (still && !request) void read(still);
      });
    }
  }

  function giveUp(): void {
    request?.abort.abort();
    request = undefined;
  }

  async function read(wanted: Wanted): Promise<void> {
    const abort = new AbortController();
    const own = { ...wanted, abort };
    request = own;
    const before = `${list.loaded} of ${list.length}`;
    const answer = await fetchPage(wanted, abort.signal);
    if (request !== own) return;
    request = undefined;
    if (answer !== undefined && !answer.ok) return fail(answer.problem);
    const isFruitless = wanted.below === undefined && before === `${list.loaded} of ${list.length}`;
    fruitless = isFruitless ? fruitless + 1 : 0;
    // Nothing leads on: the service contradicts itself, and may have come to itself a little later.
    if (fruitless > 3) rest = clock.after(retryMs, load);
    else load();
  }

  function fail(problem: Problem): void {
    letGo();
    options.onFailure(problem);
    const isForGood = problem.status >= 400 && problem.status < 500 && problem.status !== 429;
    if (!isForGood) rest = clock.after(retryMs, load);
  }

  /** By the bug above it where that is known: an offset shifts as reports come in. */
  function rangeFor({ from, to, below }: Wanted): { range: PageRange; at: number } {
    const least = hasBegun && below === undefined ? laterPage : firstPage;
    // One row more, so that it meets the rows below, if there are any yet.
    const limit = Math.min(mostAtOnce, Math.max(least, to - from + (hasBegun ? 1 : 0)));
    // An offset that leads nowhere is given up: from the last row above, every page leads on.
    const isLost = fruitless >= 2;
    const above = hasBegun ? (isLost ? list.lastAbove(from) : list.idAt(from - 1)) : undefined;
    const before_id = below ?? above;
    if (before_id !== undefined && before_id !== Number.POSITIVE_INFINITY)
      return { range: { limit, before_id }, at: above === undefined ? from : list.indexOf(above) + 1 };
    const isFromTop = isLost || below !== undefined;
    const offset = isFromTop ? 0 : Math.max(0, hasBegun ? from - rows.drift : from);
    return { range: { limit, offset }, at: offset + rows.drift };
  }

  /** Asks for rows and puts them in. */
  async function fetchPage(wanted: Wanted, signal: AbortSignal): Promise<Answer<Page> | undefined> {
    const { range, at } = rangeFor(wanted);
    const askedAt = tallies.now();
    const askedAgain = readAgain;
    underway++;
    const answer = await api.list(filter, range, signal);
    underway--;
    if (isClosed || signal.aborted) return undefined;
    if (!answer.ok) return answer;
    const { items } = answer.data;
    const { team_id } = filter;
    if (team_id !== undefined) projects.learn(items.map(({ project_id }) => ({ id: project_id, team_id })));
    notifier.transaction(() => {
      for (const item of items) entities.take(item);
      if (readAgain && rows.waiting.size > mostWaiting) {
        rows.begin();
        hasBegun = false;
        return;
      }
      hasBegun = true;
      const entered = [...enteredMeanwhile].filter(([, when]) => when > askedAt).map(([id]) => id);
      const told = rows.put(answer.data, range, at, new Set(entered));
      if (readAgain === askedAgain) readAgain?.add(told);
      for (const id of entered) rows.enter(id);
      options.onPage(answer.data, askedAt);
    });
    if (underway === 0) enteredMeanwhile.clear();
    if (readAgain && !nextUnread(list, readAgain, 0, list.length)) readAgain = undefined;
    const { from, to } = options.view();
    if (!readAgain || !nextUnread(list, readAgain, from, to)) letGo();
    options.afterPage();
    return answer;
  }

  function letGo(): void {
    for (const tell of caughtUp.splice(0)) tell();
  }

  return {
    load,
    async fill(from, to) {
      const forever = new AbortController();
      for (let failures = 0; !isClosed && failures <= 2; ) {
        const hole = hasBegun ? list.firstHole(from, to) : { from, to };
        if (!hole) return;
        const before = `${list.loaded} of ${list.length}`;
        const answer = await fetchPage(hole, forever.signal);
        if (answer?.ok !== true) return;
        failures = before === `${list.loaded} of ${list.length}` ? failures + 1 : 0;
      }
    },
    doubt() {
      readAgain = createReadRanges();
      // The first page may come, so that there is something to see; it is read once more.
      if (hasBegun) giveUp();
      if (!options.isWatched()) return Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      caughtUp.push(resolve);
      load();
      return promise;
    },
    get isCertain() {
      return hasBegun && readAgain === undefined;
    },
    letGo,
    move({ id, after }) {
      if (underway > 0 && after && matcher(after)) enteredMeanwhile.set(id, tallies.now());
    },
    close() {
      isClosed = true;
      letGo();
      giveUp();
      rest?.();
    },
  };
}
