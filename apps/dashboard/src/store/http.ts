import type { BulkChange, Client, Result } from '@skep/client';
import { cut } from '../cut.ts';
import type { Answer, Api, Edit } from './api.ts';
import { canonical, withoutSort } from './filter.ts';
import type { Bug, BugItem, BugTexts, Change, Target } from './types.ts';

/** Implements the store's requests with the API client. */
export function createHttpApi(client: Client): Api {
  const { GET, POST } = client;
  return {
    async list(filter, range) {
      const params = { query: { ...canonical(filter), ...range } };
      return toAnswer(await GET('/api/v1/bugs-admin', { params }));
    },
    async bug(id, signal) {
      // The response is read as text, because parsing would lose digits and the key order of `extra`.
      const options = { params: { path: { bug_id: id } }, parseAs: 'text' as const, signal: signal ?? null };
      const answer = toAnswer(await GET('/api/v1/bugs-admin/{bug_id}', options));
      return answer.ok ? readBug(answer.data) : answer;
    },
    async counts(filters, signal) {
      const body = { filters: filters.map(canonical) };
      const answer = toAnswer(await POST('/api/v1/bugs-admin/counts', { body, signal }));
      return answer.ok ? { ok: true, data: answer.data.counts } : answer;
    },
    async changeOne(id, revision, change) {
      const answer = toAnswer(await untilTaken(() => sendEdit(client, id, revision, change)));
      return answer.ok ? { ok: true, data: toItem(answer.data) } : answer;
    },
    async bulk(target, change) {
      const body = { ...bodyOf(target), ...operationOf(change) };
      return toAnswer(await untilTaken(() => POST('/api/v1/bugs-admin/bulk', { body })));
    },
    async undoBulk(batch_id) {
      const options = { params: { path: { batch_id } } };
      return toAnswer(await untilTaken(() => POST('/api/v1/bugs-admin/bulk/{batch_id}/undo', options)));
    },
  };
}

function sendEdit({ POST, PATCH, DELETE }: Client, bug_id: number, revision: number, change: Edit) {
  const header = { 'If-Match': `"${revision}"` };
  const one = { params: { path: { bug_id }, header } };
  if ('add_label' in change || 'remove_label' in change) {
    const label_id = 'add_label' in change ? change.add_label.id : change.remove_label.id;
    const labelled = { params: { path: { bug_id, label_id }, header } };
    const path = '/api/v1/bugs-admin/{bug_id}/labels/{label_id}';
    return 'add_label' in change ? POST(path, labelled) : DELETE(path, labelled);
  }
  if ('duplicate_of_id' in change) {
    const { duplicate_of_id: other_id } = change;
    if (other_id === null) return DELETE('/api/v1/bugs-admin/{bug_id}/duplicate-of', one);
    const both = { params: { path: { bug_id, other_id }, header } };
    return POST('/api/v1/bugs-admin/{bug_id}/duplicate-of/{other_id}', both);
  }
  const body = 'assignee' in change ? { assignee_id: change.assignee?.id ?? null } : change;
  return PATCH('/api/v1/bugs-admin/{bug_id}', { ...one, body });
}

function bodyOf(target: Target): Omit<BulkChange, 'operation' | 'value'> {
  if ('ids' in target) return { ids: [...target.ids] };
  const { filter, except, expectedTotal: expected_total } = target;
  return { filter: canonical(withoutSort(filter)), except: [...except], expected_total };
}

function operationOf(change: Change) {
  if ('status' in change) return { operation: 'set_status', value: change.status } as const;
  if ('severity' in change) return { operation: 'set_severity', value: change.severity } as const;
  if ('assignee' in change) return { operation: 'assign', value: change.assignee?.id ?? null } as const;
  if ('add_label' in change) return { operation: 'add_label', value: change.add_label.id } as const;
  if ('remove_label' in change) return { operation: 'remove_label', value: change.remove_label.id } as const;
  if ('delete' in change) return { operation: 'delete' } as const;
  throw new Error('Titles and duplicates are changed one at a time');
}

const attempts = 4;
const longestWaitMs = 10_000;

/**
 * The client retries only idempotent requests. A "retry later" response means that nothing was done, so any change can
 * be sent again.
 */
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

/** A bug as the API returns it. */
export type FullBug = Omit<Bug, 'extra' | 'excerpt'> & { extra: unknown };

export const excerptLength = 200;

/** Converts a full bug to a list item, which has an excerpt instead of the long texts. */
export function toItem(bug: FullBug): BugItem {
  const { description, stack_trace, extra, duplicate_count, ...item } = bug;
  return { ...item, excerpt: cut(description, excerptLength) };
}

async function readBug(text: string): Promise<Answer<{ item: BugItem; texts: BugTexts }>> {
  const bug = JSON.parse(text) as FullBug;
  const { description, stack_trace, duplicate_count } = bug;
  // The JSON parser for `extra` is loaded with the first bug that needs it.
  const json = bug.extra === null ? null : await import('../json.ts').catch(() => undefined);
  if (json === undefined)
    return { ok: false, problem: { status: 0, detail: 'Could not load part of this page' } };
  const extra = json && (json.valueAt(json.parseJson(text), 'extra')?.text ?? null);
  const texts = { description, stack_trace, extra, duplicate_count };
  return { ok: true, data: { item: toItem(bug), texts } };
}
