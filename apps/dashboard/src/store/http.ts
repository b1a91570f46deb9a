import type { Client, Result } from '@skep/client';
import { parseJson, valueAt } from '../bug/extra/json.ts';
import type { Answer, Api, BulkOperation, BulkTarget, Page, SingleChange } from './api.ts';
import { canonical } from './filter-key.ts';
import type { Bug, BugItem, BugTexts } from './types.ts';

/** The store's requests, sent with the client of the service. */
export function createHttpApi(client: Client): Api {
  const { GET, POST, PATCH, DELETE } = client as unknown as Record<string, Call> & Calls;
  const admin = '/api/v1/bugs-admin';

  function sendSingle(id: number, change: SingleChange, init: Init): Promise<Result<unknown>> {
    const one = (more = {}) => ({ ...init, params: { path: { bug_id: id, ...more }, ...init.params } });
    if ('patch' in change) return PATCH(`${admin}/{bug_id}`, { ...one(), body: change.patch });
    const labelled = `${admin}/{bug_id}/labels/{label_id}`;
    if ('attach' in change) return POST(labelled, one({ label_id: change.attach }));
    if ('detach' in change) return DELETE(labelled, one({ label_id: change.detach }));
    const { duplicate_of_id } = change;
    if (duplicate_of_id === null) return DELETE(`${admin}/{bug_id}/duplicate-of`, one());
    return POST(`${admin}/{bug_id}/duplicate-of/{other_id}`, one({ other_id: duplicate_of_id }));
  }

  return {
    list: async (filter, range, signal) =>
      toAnswer<Page>(await GET(admin, { params: { query: { ...canonical(filter), ...range } }, signal })),

    async bug(id, signal) {
      // As text: of `extra`, parsing would lose digits and the order of keys.
      const result = await GET(`${admin}/{bug_id}`, {
        params: { path: { bug_id: id } },
        parseAs: 'text',
        signal,
      });
      const answer = toAnswer<string>(result);
      return answer.ok ? { ok: true, data: readBug(answer.data) } : answer;
    },

    async counts(filters, signal) {
      const body = { filters: filters.map(canonical) };
      const answer = toAnswer<{ counts: { total: number }[] }>(
        await POST(`${admin}/counts`, { body, signal }),
      );
      return answer.ok ? { ok: true, data: answer.data.counts } : answer;
    },

    async changeOne(id, revision, change) {
      const params = { header: { 'If-Match': `"${revision}"` } };
      const answer = toAnswer<Bug>(await untilTaken(() => sendSingle(id, change, { params })));
      return answer.ok ? { ok: true, data: toItem(answer.data) } : answer;
    },

    deleteOne: async (id) =>
      toAnswer<void>(
        await untilTaken(() => DELETE(`${admin}/{bug_id}`, { params: { path: { bug_id: id } } })),
      ),

    bulk: async (target: BulkTarget, operation: BulkOperation) =>
      toAnswer<{ affected: number; batch_id: number }>(
        await untilTaken(() => POST(`${admin}/bulk`, { body: { ...withCanonical(target), ...operation } })),
      ),

    undoBulk: async (batchId) =>
      toAnswer<{ affected: number; skipped: number }>(
        await untilTaken(() =>
          POST(`${admin}/bulk/{batch_id}/undo`, { params: { path: { batch_id: batchId } } }),
        ),
      ),
  };
}

interface Init {
  params?: { path?: Record<string, unknown>; query?: unknown; header?: Record<string, string> };
  body?: unknown;
  signal?: AbortSignal;
  parseAs?: 'text';
}
type Call = (path: string, init: Init) => Promise<Result<unknown>>;
type Calls = Record<'GET' | 'POST' | 'PATCH' | 'DELETE', Call>;

const withCanonical = (target: BulkTarget) =>
  'filter' in target ? { ...target, filter: canonical(target.filter) } : target;

function toAnswer<T>(result: Result<unknown>): Answer<T> {
  if (result.ok) return { ok: true, data: result.data as T };
  const { error } = result;
  if (error.kind !== 'refused') return { ok: false, problem: { status: 0, detail: error.detail } };
  const total = (error.body as { total?: unknown } | undefined)?.total;
  const problem = { status: error.status, detail: error.detail };
  return typeof total === 'number' ? { ok: false, problem, total } : { ok: false, problem };
}

const attempts = 4;
const longestWaitMs = 10_000;

/** The client repeats only what may be done twice. "Later" says that nothing was done, so any change may be sent again then. */
async function untilTaken(send: () => Promise<Result<unknown>>): Promise<Result<unknown>> {
  for (let attempt = 1; ; attempt++) {
    const result = await send();
    if (result.ok || result.error.kind !== 'refused' || attempt === attempts) return result;
    const { status, retryAfter = 0 } = result.error;
    const waitMs = retryAfter * 1000 + Math.random() * 300 * 2 ** attempt;
    if ((status !== 429 && status !== 503) || waitMs > longestWaitMs) return result;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

function readBug(text: string): { item: BugItem; texts: BugTexts } {
  const bug = JSON.parse(text) as Omit<Bug, 'extra'> & { extra: unknown };
  const { description, stack_trace, duplicate_count } = bug;
  const extra = bug.extra === null ? null : (valueAt(parseJson(text), 'extra')?.text ?? null);
  return { item: toItem(bug), texts: { description, stack_trace, extra, duplicate_count } };
}

const excerptLength = 200;

/** A list item, from the full bug: the same fields but for the long texts, of which it has the beginning. */
function toItem(bug: Omit<Bug, 'extra'> & { extra: unknown }): BugItem {
  const { description, stack_trace, extra, duplicate_count, ...item } = bug;
  const beginning = [...description.slice(0, excerptLength * 2)].slice(0, excerptLength).join('');
  return { ...item, excerpt: beginning };
}
