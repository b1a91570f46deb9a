import type { Client, Result } from '@skep/client';
import { cut } from '../cut.ts';
import type { Answer, Api, BulkTarget, SingleChange } from './api.ts';
import { canonical, withoutSort } from './filter.ts';
import type { Bug, BugItem, BugTexts } from './types.ts';

/** The store's requests, sent with the client of the service. */
export function createHttpApi(client: Client): Api {
  const { GET, POST, DELETE } = client;
  const one = (bug_id: number) => ({ params: { path: { bug_id } } });
  return {
    async list(filter, range, signal) {
      const params = { query: { ...canonical(filter), ...range } };
      return toAnswer(await GET('/api/v1/bugs-admin', { params, signal }));
    },
    async bug(id, signal) {
      // As text: of `extra`, parsing would lose digits and the order of keys.
      const options = { ...one(id), parseAs: 'text' as const, signal };
      const answer = toAnswer(await GET('/api/v1/bugs-admin/{bug_id}', options));
      return answer.ok ? readBug(answer.data) : answer;
    },
    async counts(filters, signal) {
      const body = { filters: filters.map(canonical) };
      const answer = toAnswer(await POST('/api/v1/bugs-admin/counts', { body, signal }));
      return answer.ok ? { ok: true, data: answer.data.counts } : answer;
    },
    async changeOne(id, revision, change) {
      const answer = toAnswer(await untilTaken(() => sendSingle(client, id, revision, change)));
      return answer.ok ? { ok: true, data: toItem(answer.data) } : answer;
    },
    deleteOne: async (id) => toAnswer(await untilTaken(() => DELETE('/api/v1/bugs-admin/{bug_id}', one(id)))),
    async bulk(target, operation) {
      const body = { ...bodyOf(target), ...operation };
      return toAnswer(await untilTaken(() => POST('/api/v1/bugs-admin/bulk', { body })));
    },
    async undoBulk(batch_id) {
      const options = { params: { path: { batch_id } } };
      return toAnswer(await untilTaken(() => POST('/api/v1/bugs-admin/bulk/{batch_id}/undo', options)));
    },
  };
}

function sendSingle({ POST, PATCH, DELETE }: Client, id: number, revision: number, change: SingleChange) {
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

function toAnswer<T>(result: Result<T>): Answer<T> {
  if (result.ok) return { ok: true, data: result.data };
  const { error } = result;
  if (error.kind !== 'refused') return { ok: false, problem: { status: 0, detail: error.detail } };
  const total = (error.body as { total?: unknown } | undefined)?.total;
  const problem = { status: error.status, detail: error.detail };
  return typeof total === 'number' ? { ok: false, problem, total } : { ok: false, problem };
}

/** What the service tells of one bug. */
export type FullBug = Omit<Bug, 'extra' | 'excerpt'> & { extra: unknown };

export const excerptLength = 200;

/** A list item, from the full bug: the same fields but for the long texts, of which it has the beginning. */
export function toItem(bug: FullBug): BugItem {
  const { description, stack_trace, extra, duplicate_count, ...item } = bug;
  return { ...item, excerpt: cut(description, excerptLength) };
}

async function readBug(text: string): Promise<Answer<{ item: BugItem; texts: BugTexts }>> {
  const bug = JSON.parse(text) as FullBug;
  const { description, stack_trace, duplicate_count } = bug;
  const extra = bug.extra === null ? null : await extraOf(text);
  if (extra === undefined)
    return { ok: false, problem: { status: 0, detail: 'A part of this page could not be loaded' } };
  return {
    ok: true,
    data: { item: toItem(bug), texts: { description, stack_trace, extra, duplicate_count } },
  };
}

/** What reads it is fetched with the first bug that needs it; undefined when that does not come. */
async function extraOf(text: string): Promise<string | null | undefined> {
  const json = await import('../json.ts').catch(() => undefined);
  return json && (json.valueAt(json.parseJson(text), 'extra')?.text ?? null);
}
