import type { Client } from '@skep/client';
import { afterContent } from '../calm.ts';
import type { Answer, Api } from './api.ts';
import { canonical } from './filter-key.ts';
import { type FullBug, toAnswer, toItem } from './http-answers.ts';
import type { Writes } from './http-writes.ts';
import type { BugItem, BugTexts } from './types.ts';

const notLoaded = {
  ok: false as const,
  problem: { status: 0, detail: 'A part of this page could not be loaded' },
};

/** The store's requests, sent with the client of the service. */
export function createHttpApi(client: Client): Api {
  const { GET, POST } = client;

  /** Nobody changes anything before there is something to see: what sends changes is fetched after it. */
  const load = () => import('./http-writes.ts').then(({ createHttpWrites }) => createHttpWrites(client));
  let writes: ReturnType<typeof load> | undefined;
  async function writing<T>(send: (writes: Writes) => Promise<Answer<T>>): Promise<Answer<T>> {
    writes ??= load();
    const loaded = await writes.catch(() => undefined);
    if (loaded) return send(loaded);
    writes = undefined;
    return notLoaded;
  }
  afterContent.then(load).catch(() => undefined);

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
      return answer.ok ? readBug(answer.data) : answer;
    },

    async counts(filters, signal) {
      const body = { filters: filters.map(canonical) };
      const answer = toAnswer(await POST('/api/v1/bugs-admin/counts', { body, signal }));
      return answer.ok ? { ok: true, data: answer.data.counts } : answer;
    },

    changeOne: (...given) => writing((writes) => writes.changeOne(...given)),
    deleteOne: (...given) => writing((writes) => writes.deleteOne(...given)),
    bulk: (...given) => writing((writes) => writes.bulk(...given)),
    undoBulk: (...given) => writing((writes) => writes.undoBulk(...given)),
  };
}

async function readBug(text: string): Promise<Answer<{ item: BugItem; texts: BugTexts }>> {
  const bug = JSON.parse(text) as FullBug;
  const { description, stack_trace, duplicate_count } = bug;
  const extra = bug.extra === null ? null : await extraOf(text);
  if (extra === undefined) return notLoaded;
  return {
    ok: true,
    data: { item: toItem(bug), texts: { description, stack_trace, extra, duplicate_count } },
  };
}

/** What reads it is fetched with the first bug that needs it; undefined when that does not come. */
async function extraOf(text: string): Promise<string | null | undefined> {
  const json = await import('../bug/extra/json.ts').catch(() => undefined);
  return json && (json.valueAt(json.parseJson(text), 'extra')?.text ?? null);
}
