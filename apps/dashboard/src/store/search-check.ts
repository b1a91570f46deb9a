import type { Api } from './api.ts';
import type { Clock } from './clock.ts';
import type { Entities } from './entities.ts';
import type { Notifier } from './notifier.ts';
import type { BugFilter } from './types.ts';

/**
 * Finds out whether bugs match a search, which only the service knows: one request at a time, each about all bugs that were asked
 * for until then.
 */
export interface SearchCheck {
  ask(id: number): void;
  /** These are known to be found. */
  confirm(ids: readonly number[]): void;
  clear(): void;
}

interface Options {
  api: Api;
  clock: Clock;
  notifier: Notifier;
  entities: Entities;
  filter: BugFilter;
  onFound(ids: number[]): void;
}

const atOnce = 200;
/** A report can be searched within this time. */
const indexedWithinMs = 3_000;
/** Beyond so many, the oldest half is forgotten. */
const mostKnown = 5_000;

export function createSearchCheck({ api, clock, notifier, entities, filter, onFound }: Options): SearchCheck {
  const questions = new Set<number>();
  /** Texts do not change: what was found once is always found, what was missed is always missed. */
  const found = new Set<number>();
  const missed = new Set<number>();
  let request: AbortController | undefined;

  async function askService(): Promise<void> {
    if (request || questions.size === 0) return;
    // Whoever asks while this is on its way asks anew: the bug may have changed since the service looked.
    const asked = new Map([...questions].map((id) => [id, entities.get(id)?.item.revision]));
    questions.clear();
    const own = new AbortController();
    request = own;
    const before_id = Math.max(...asked.keys()) + 1;
    const answer = await api.list(filter, { limit: atOnce, before_id }, own.signal);
    if (request !== own) return;
    request = undefined;
    if (!answer.ok) return;
    const { items } = answer.data;
    const last = items.length < atOnce ? 0 : (items.at(-1)?.id ?? 0);
    notifier.transaction(() => {
      for (const item of items) entities.take(item);
      confirm(items.map(({ id }) => id));
      for (const [id, revision] of asked) {
        if (found.has(id)) onFound([id]);
        else if (id < last) questions.add(id);
        else if (isNew(id)) clock.after(indexedWithinMs, () => ask(id));
        else if (entities.get(id)?.item.revision === revision) remember(missed, id);
      }
    });
    void askService();
  }

  function confirm(ids: readonly number[]): void {
    for (const id of ids) remember(found, id);
  }

  function isNew(id: number): boolean {
    const item = entities.get(id)?.item;
    return item !== undefined && clock.now() - Date.parse(item.created_at) < indexedWithinMs;
  }

  function ask(id: number): void {
    if (found.has(id)) onFound([id]);
    else if (!missed.has(id)) {
      questions.add(id);
      void askService();
    }
  }

  return {
    ask,
    confirm,
    clear() {
      request?.abort();
      request = undefined;
      questions.clear();
    },
  };
}

function remember(ids: Set<number>, id: number): void {
  ids.add(id);
  if (ids.size > mostKnown) for (const oldest of [...ids].slice(0, mostKnown / 2)) ids.delete(oldest);
}
