import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../db/connection.ts';
import { endTurn, type Look, look, type Sum, type Turns, takeTurn } from './queries.ts';

/**
 * What indexing, folding counts and exports may take from reports that come in, all of them together in all processes. While
 * few reports come, they have all that there is.
 */
export interface Budget {
  /** Does a step of work, once there is a turn for it. A step should be short: reports come in more slowly meanwhile. */
  spend<T>(work: () => Promise<T>): Promise<T>;
  /** Whether many reports came in when this was last looked at. */
  isBusy(): boolean;
}

/** So many reports in a millisecond are many. Fewer leave enough of any machine. */
const many = 0.2;

/** How much slower reports may come in for all that goes on beside them. */
const mayCost = 0.08;
/**
 * The shares of time that work has at least and at most, because rests are needed to tell how fast reports come in without it;
 * and before there has been a rest.
 */
const [leastShare, mostShare, firstShare] = [0.05, 0.85, 0.5];

/** A step that takes longer than this has lost its turn: then its process may as well have died. */
const leaseMs = 10_000;
const longestRestMs = 2_000;
/** How often those who wait look whether there is a turn for them. */
const waitMs = 50;
/** Reports are stored in batches, so a shorter time does not tell whether many come. */
const shortestMs = 250;
/** How much the sums before a turn count after it. */
const memory = 0.9;
/** Longer times tell nothing of how it is now. */
const longestMs = 1_000;

export function createBudget(db: Database): Budget {
  let last: Look | undefined;
  let busy = false;
  let waiting = Promise.resolve();

  async function lookAround(): Promise<Look> {
    const now = await look(db);
    const ms = last ? now.atMs - last.atMs : 0;
    if (last && ms >= shortestMs) busy = (now.lastId - last.lastId) / ms > many;
    if (!last || ms >= shortestMs || ms < 0) last = now;
    return now;
  }

  /** Undefined as soon as no turn is needed. Those who wait in this process get theirs in the order in which they came. */
  function waitForTurn(): Promise<Turn | undefined> {
    const turn = waiting.then(async () => {
      for (;;) {
        const begun = await lookAround();
        if (!busy) return undefined;
        const turns = await takeTurn(db, leaseMs);
        if (turns) return { turns, begun };
        await sleep(waitMs);
      }
    });
    waiting = turn.then(
      () => {},
      () => {},
    );
    return turn;
  }

  return {
    async spend(work) {
      const turn = await waitForTurn();
      if (!turn) return work();
      try {
        return await work();
      } finally {
        // When it cannot be ended, it ends by itself.
        await finish(turn).catch(() => {});
      }
    },
    isBusy: () => busy,
  };

  async function finish({ turns: { atWork, atRest, ended }, begun }: Turn): Promise<void> {
    const now = await lookAround();
    const turns = {
      atWork: add(atWork, begun, now),
      atRest: ended ? add(atRest, ended, begun) : atRest,
      ended: now,
    };
    const tookMs = Math.max(now.atMs - begun.atMs, 0);
    await endTurn(db, turns, Math.min(tookMs * (1 / shareOf(turns) - 1), longestRestMs));
  }
}

interface Turn {
  /** What was known of turns before this one. */
  turns: Turns;
  begun: Look;
}

function add(sum: Sum, from: Look, to: Look): Sum {
  const ms = to.atMs - from.atMs;
  if (ms <= 0) return sum;
  const weight = Math.min(1, longestMs / ms);
  return {
    reports: sum.reports * memory + Math.max(to.lastId - from.lastId, 0) * weight,
    ms: sum.ms * memory + ms * weight,
  };
}

/**
 * The share of time that work may have. How much slower reports come in while it is done is seen, not known: it depends on how
 * many cores there are, and on whether reports come as fast as they can be stored or there is something to spare.
 */
function shareOf({ atWork, atRest }: Pick<Turns, 'atWork' | 'atRest'>): number {
  if (atRest.ms === 0) return firstShare;
  const [working, resting] = [atWork.reports / atWork.ms, atRest.reports / atRest.ms];
  if (working >= resting) return mostShare;
  return Math.min(Math.max(mayCost / (1 - working / resting), leastShare), mostShare);
}
