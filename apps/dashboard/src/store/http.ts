import type { Client, Result } from '@skep/client';
import { parseJson, valueAt } from '../bug/extra/json.ts';
import type { Answer, Api, BulkTarget, SingleChange } from './api.ts';
import { canonical } from './filter-key.ts';
import type { Bug, BugItem, BugTexts } from './types.ts';

/** The store's requests, sent with the client of the service. */
export function createHttpApi(client: Client): Api {
  const { GET, POST, PATCH, DELETE } = client;

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
    list: async (filter, range, signal) =>
      toAnswer(
        await GET('/api/v1/bugs-admin', { params: { query: { ...canonical(filter), ...range } }, signal }),
      ),

    async bug(id, signal) {
      // As text: of `extra`, parsing would lose digits and the order of keys.
      const answer = toAnswer(
        await GET('/api/v1/bugs-admin/{bug_id}', {
          params: { path: { bug_id: id } },
          parseAs: 'text',
          signal,
        }),
      );
      return answer.ok ? { ok: true, data: readBug(answer.data) } : answer;
    },

    async counts(filters, signal) {
      const body = { filters: filters.map(canonical) };
      const answer = toAnswer(await POST('/api/v1/bugs-admin/counts', { body, signal }));
      return answer.ok ? { ok: true, data: answer.data.counts } : answer;
    },

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
    ? { ...target, filter: canonical(target.filter), except: [...target.except] }
    : { ids: [...target.ids] };

function toAnswer<T>(result: Result<T>): Answer<T> {
  if (result.ok) return { ok: true, data: result.data };
  const { error } = result;
  if (error.kind !== 'refused') return { ok: false, problem: { status: 0, detail: error.detail } };
  const total = (error.body as { total?: unknown } | undefined)?.total;
  const problem = { status: error.status, detail: error.detail };
  return typeof total === 'number' ? { ok: false, problem, total } : { ok: false, problem };
}

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

/** What the service tells of one bug. */
type FullBug = Omit<Bug, 'extra' | 'excerpt'> & { extra: unknown };

function readBug(text: string): { item: BugItem; texts: BugTexts } {
  const bug = JSON.parse(text) as FullBug;
  const { description, stack_trace, duplicate_count } = bug;
  const extra = bug.extra === null ? null : (valueAt(parseJson(text), 'extra')?.text ?? null);
  return { item: toItem(bug), texts: { description, stack_trace, extra, duplicate_count } };
}

const excerptLength = 200;

/** A list item, from the full bug: the same fields but for the long texts, of which it has the beginning. */
function toItem(bug: FullBug): BugItem {
  const { description, stack_trace, extra, duplicate_count, ...item } = bug;
  const beginning = [...description.slice(0, excerptLength * 2)].slice(0, excerptLength).join('');
  return { ...item, excerpt: beginning };
}
