import type { Answer, Api, Edit, Failure } from './api.ts';
import type { Entities } from './entities.ts';
import type { BugItem, Change, Problem, Target } from './types.ts';

/** More conflicts in a row than this do not happen by chance. */
const maxAttempts = 8;

/**
 * Changes one bug by compare-and-swap. If another user was faster, the change is applied to their new revision, so no
 * other change is lost. The result says exactly which state the change replaced, which is what undo restores. Without
 * `after`, there was nothing to change.
 */
export async function compareAndSwap(
  { api, entities }: { api: Api; entities: Entities },
  id: number,
  decide: (item: BugItem) => Edit | null,
): Promise<Answer<{ before: BugItem; after?: BugItem }>> {
  for (let attempt = 0; ; attempt++) {
    let before = entities.item(id);
    if (!before || attempt > 0) {
      const answer = await api.bug(id);
      if (!answer.ok) return answer;
      entities.take(answer.data.item);
      // An event may have brought a newer revision in the meantime.
      before = entities.item(id) ?? answer.data.item;
    }
    const change = decide(before);
    if (!change) return { ok: true, data: { before } };
    const answer = await api.changeOne(id, before.revision, change);
    if (answer.ok) return { ok: true, data: { before, after: answer.data } };
    if (answer.problem.status !== 412 || attempt >= maxAttempts) return answer;
  }
}

export interface SentInBulk {
  affected: number;
  /** Batches to undo, in the order in which they were applied. */
  batches: number[];
  failure?: Failure;
}

const bugsAtOnce = 500;

/** Sends a change in chunks of the bulk limit. If one fails, the chunks before it are undone. */
export async function sendInBulk(api: Api, target: Target, change: Change): Promise<SentInBulk> {
  const sent: SentInBulk = { affected: 0, batches: [] };
  for (const part of partsOf(target)) {
    const answer = await api.bulk(part, change);
    if (!answer.ok) {
      const taken = 'delete' in change ? { affected: 0 } : await takeBack(api, sent.batches);
      return { affected: sent.affected - taken.affected, batches: [], failure: answer };
    }
    sent.affected += answer.data.affected;
    sent.batches.push(answer.data.batch_id);
  }
  return sent;
}

/** Undoes batches, last one first. */
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

function partsOf(target: Target): Target[] {
  if ('filter' in target) return [target];
  const ids = [...new Set(target.ids)];
  return Array.from({ length: Math.ceil(ids.length / bugsAtOnce) }, (_, part) => ({
    ids: ids.slice(part * bugsAtOnce, (part + 1) * bugsAtOnce),
  }));
}
