import type { Answer, Api, BulkTarget } from './api.ts';
import { toBulk, toSingle } from './effects.ts';
import type { Entities } from './entities.ts';
import type { BugItem, Change, Problem, Target } from './types.ts';

export type SingleEdit = Exclude<Change, { delete: true }>;

/** What has been done to one bug: nothing (`change` is null), or a change of exactly this state. */
export interface Swapped {
  before: BugItem;
  change: SingleEdit | null;
  /** Absent when nothing has been done. */
  after?: BugItem;
}

/** So many times in a row somebody else was faster; that does not happen by chance. */
const mostAttempts = 8;

/**
 * Changes one bug by compare-and-swap: the change is made to the revision that is known here, and when somebody else has been
 * faster, to what they have made of it. So nobody's other changes are lost or in the way, and it is known exactly what the
 * change has replaced, which is what undoing it puts back.
 */
export async function compareAndSwap(
  { api, entities }: { api: Api; entities: Entities },
  id: number,
  decide: (item: BugItem) => SingleEdit | null,
): Promise<Answer<Swapped>> {
  const never = new AbortController().signal;
  let known = entities.get(id)?.item;
  for (let attempt = 0; ; attempt++) {
    if (!known) {
      const answer = await api.bug(id, never);
      if (!answer.ok) return answer;
      known = answer.data.item;
    }
    // An event may have brought a newer one in the meantime.
    const newest = entities.get(id)?.item;
    const before: BugItem = newest && newest.revision > known.revision ? newest : known;
    const change = decide(before);
    if (!change) return { ok: true, data: { before, change } };
    const answer = await api.changeOne(id, before.revision, toSingle(change));
    if (answer.ok) return { ok: true, data: { before, change, after: answer.data } };
    if (answer.problem.status !== 412 || attempt >= mostAttempts) return answer;
    known = undefined;
  }
}

export interface SentInBulk {
  affected: number;
  /** What undoes it, in the order in which it was done. */
  batches: number[];
  failure?: { problem: Problem; total?: number };
}

const bugsAtOnce = 500;

/** Sends a change in parts of as many bugs as one call takes. When one fails, those before it are taken back. */
export async function sendInBulk(api: Api, target: Target, change: Change): Promise<SentInBulk> {
  const operation = toBulk(change);
  const sent: SentInBulk = { affected: 0, batches: [] };
  for (const part of partsOf(target)) {
    const answer = await api.bulk(part, operation);
    if (!answer.ok) {
      const taken = 'delete' in change ? { affected: 0 } : await takeBack(api, sent.batches);
      const { problem, total } = answer;
      const affected = sent.affected - taken.affected;
      return { affected, batches: [], failure: total === undefined ? { problem } : { problem, total } };
    }
    sent.affected += answer.data.affected;
    sent.batches.push(answer.data.batch_id);
  }
  return sent;
}

/** Undoes batches, the last one first. */
export async function takeBack(api: Api, batches: readonly number[]) {
  const sum: { affected: number; skipped: number; problem?: Problem } = { affected: 0, skipped: 0 };
  for (const batch of [...batches].reverse()) {
    const answer = await api.undoBulk(batch);
    if (!answer.ok) return { ...sum, problem: answer.problem };
    sum.affected += answer.data.affected;
    sum.skipped += answer.data.skipped;
  }
  return sum;
}

function partsOf(target: Target): BulkTarget[] {
  if ('filter' in target) {
    const { filter, except, expectedTotal } = target;
    return [{ filter, except, expected_total: expectedTotal }];
  }
  const ids = [...new Set(target.ids)];
  return Array.from({ length: Math.ceil(ids.length / bugsAtOnce) }, (_, part) => ({
    ids: ids.slice(part * bugsAtOnce, (part + 1) * bugsAtOnce),
  }));
}
