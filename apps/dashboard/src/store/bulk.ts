import type { Api, BulkTarget } from './api.ts';
import { toBulk } from './effects.ts';
import type { Change, Problem, Target } from './types.ts';

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
