import { onTestFinished, vi } from 'vitest';
import type { TestNode } from './harness.ts';

export interface StreamEvent {
  /** The activity id. */
  id: number;
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it
  data: any;
}

export interface EventStream {
  headers: Headers;
  /** Bug events received so far. */
  events: StreamEvent[];
  /** `catalogue` events received so far: team id and what changed. */
  catalogue: string[];
  comments: string[];
  /** The `Last-Event-ID` to resume from here. */
  lastEventId(): string;
  /** The `Last-Event-ID` after each event. */
  places(): string[];
  receive(count: number): Promise<StreamEvent[]>;
  /** Resolves when the stream ends, for whatever reason. */
  ended: Promise<void>;
  close(): Promise<void>;
}

export interface StreamOptions {
  token: string;
  ofTeam?: number;
  lastEventId?: string | number;
  replaySeconds?: number;
}

/** Opens a stream, waits for its first bytes and reads it. Closed at the end of the test. */
export async function openStream(node: TestNode, options: StreamOptions): Promise<EventStream> {
  await whenNumbered(node);
  return openStreamAt(node.url, options);
}

/** Waits until all committed changes are numbered, so that a stream starts with later ones. */
export async function whenNumbered({ db }: Pick<TestNode, 'db'>): Promise<void> {
  const last = await db
    .selectFrom('outbox')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst();
  const isDone = async () =>
    !(await db
      .selectFrom('outbox')
      .select('id')
      .where('id', '<=', last?.id ?? 0)
      .executeTakeFirst());
  await vi.waitUntil(isDone, { timeout: 150_000, interval: 5 });
}

/** Opens a stream by URL, for example from another process. */
export async function openStreamAt(
  url: string,
  { token, ofTeam, lastEventId, replaySeconds }: StreamOptions,
): Promise<EventStream> {
  const leaving = new AbortController();
  const query = new URLSearchParams({
    ...(ofTeam && { team_id: String(ofTeam) }),
    ...(replaySeconds && { replay_seconds: String(replaySeconds) }),
  });
  const response = await fetch(`${url}/api/v1/live?${query}`, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) }),
    },
    signal: leaving.signal,
  });
  if (response.status !== 200) throw new Error(`the stream answered ${response.status}`);
  const parsed = createParser();
  const ended = readAll(response, parsed).catch(() => {});
  const close = async () => {
    leaving.abort();
    await ended;
  };
  onTestFinished(close);
  await vi.waitUntil(() => parsed.comments.length > 0, { timeout: 150_000, interval: 5 });
  return {
    headers: response.headers,
    ...parsed,
    receive: (count) =>
      vi.waitFor(
        () => {
          if (parsed.events.length < count)
            throw new Error(`${parsed.events.length} of ${count} events came`);
          return parsed.events;
        },
        { timeout: 150_000, interval: 10 },
      ),
    ended,
    close,
  };
}

async function readAll(response: Response, parser: Parser): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) parser.take(decoder.decode(chunk, { stream: true }));
}

interface Parser {
  events: StreamEvent[];
  catalogue: string[];
  comments: string[];
  lastEventId(): string;
  places(): string[];
  take(text: string): void;
}

/** Parses server-sent events. An id applies from the blank line on, even without data. */
function createParser(): Parser {
  const events: StreamEvent[] = [];
  const catalogue: string[] = [];
  const comments: string[] = [];
  const places: string[] = [];
  let lastId = '';
  let rest = '';

  function takeBlock(block: string): void {
    const fields: Record<string, string> = {};
    for (const line of block.split('\n')) {
      const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
      if (name === '') comments.push(value);
      else fields[name] = value;
    }
    if (fields.id !== undefined) lastId = fields.id;
    if (fields.data === undefined) return;
    const data = JSON.parse(fields.data);
    if (fields.event === 'catalogue') {
      catalogue.push(`${data.team_id} ${data.what}`);
      return;
    }
    events.push({ id: data.activity_id, event: fields.event ?? 'message', data });
    places.push(lastId);
  }

  return {
    events,
    catalogue,
    comments,
    lastEventId: () => lastId,
    places: () => places,
    take(text) {
      const blocks = (rest + text).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) takeBlock(block);
    },
  };
}
