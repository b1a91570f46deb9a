import type { Answer, Api } from './api.ts';
import { toSingle } from './effects.ts';
import type { Entities } from './entities.ts';
import type { BugItem, Change } from './types.ts';

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
