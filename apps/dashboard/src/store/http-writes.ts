import type { Client, Result } from '@skep/client';
import type { Api, BulkTarget, SingleChange } from './api.ts';
import { canonical, withoutSort } from './filter-key.ts';
import { toAnswer, toItem } from './http-answers.ts';

export type Writes = Pick<Api, 'changeOne' | 'deleteOne' | 'bulk' | 'undoBulk'>;

/** The requests that change something. */
export function createHttpWrites({ POST, PATCH, DELETE }: Client): Writes {
  function sendSingle(id: number, revision: number, change: SingleChange) {
    const header = { 'If-Match': `"${revision}"` };
    const one = { params: { path: { bug_id: id }, header } };
    if ('patch' in change) return PATCH('/api/v1/bugs-admin/{bug_id}', { ...one, body: change.patch });
    if ('attach' in change || 'detach' in change) {
      const label_id = 'attach' in change ? change.attach : change.detach;
      const labelled = { params: { path: { bug_id: id, label_id }, header } };
      const path = '/api/v1/bugs-admin/{bug_id}/labels/{label_id}';
      return 'attach' in change ? POST(path, labelled) : DELETE(path, labelled);
    }
    const { duplicate_of_id: other_id } = change;
    if (other_id === null) return DELETE('/api/v1/bugs-admin/{bug_id}/duplicate-of', one);
    const both = { params: { path: { bug_id: id, other_id }, header } };
    return POST('/api/v1/bugs-admin/{bug_id}/duplicate-of/{other_id}', both);
  }

  return {
    async changeOne(id, revision, change) {
      const answer = toAnswer(await untilTaken(() => sendSingle(id, revision, change)));
      return answer.ok ? { ok: true, data: toItem(answer.data) } : answer;
    },

    deleteOne: async (id) =>
      toAnswer(
        await untilTaken(() => DELETE('/api/v1/bugs-admin/{bug_id}', { params: { path: { bug_id: id } } })),
      ),

    bulk: async (target, operation) =>
      toAnswer(
        await untilTaken(() =>
          POST('/api/v1/bugs-admin/bulk', { body: { ...bodyOf(target), ...operation } }),
        ),
      ),

    undoBulk: async (batchId) =>
      toAnswer(
        await untilTaken(() =>
          POST('/api/v1/bugs-admin/bulk/{batch_id}/undo', { params: { path: { batch_id: batchId } } }),
        ),
      ),
  };
}

const bodyOf = (target: BulkTarget) =>
  'filter' in target
    ? { ...target, filter: canonical(withoutSort(target.filter)), except: [...target.except] }
    : { ids: [...target.ids] };

const attempts = 4;
const longestWaitMs = 10_000;

/** The client repeats only what may be done twice. "Later" says that nothing was done, so any change may be sent again then. */
async function untilTaken<T, E>(send: () => Promise<Result<T, E>>): Promise<Result<T, E>> {
  for (let attempt = 1; ; attempt++) {
    const result = await send();
    if (result.ok || result.error.kind !== 'refused' || attempt === attempts) return result;
    const { status, retryAfter = 0 } = result.error;
    const waitMs = retryAfter * 1000 + Math.random() * 300 * 2 ** attempt;
    if ((status !== 429 && status !== 503) || waitMs > longestWaitMs) return result;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}
