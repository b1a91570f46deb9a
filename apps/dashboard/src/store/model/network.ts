import type { FollowOptions } from '@skep/client';
import type { Answer, Api } from '../api.ts';
import type { Follow } from '../stream.ts';
import type { LiveEvent } from '../types.ts';
import type { ModelServer } from './model-server.ts';

/** A request that waits to be served, and then to be delivered. */
interface Request {
  name: string;
  run(): Answer<unknown>;
  answer: Answer<unknown> | undefined;
  resolve(answer: Answer<unknown>): void;
}

const unreachable = { ok: false as const, problem: { status: 0, detail: 'The service cannot be reached' } };

/** A network between store and server that holds every message until the test releases it. */
export function createNetwork(server: ModelServer) {
  const requests: Request[] = [];
  const writes: string[] = [];

  function send<T>(name: string, run: () => Answer<T>, signal?: AbortSignal): Promise<Answer<T>> {
    return new Promise((resolve) => {
      const request: Request = { name, run, answer: undefined, resolve: resolve as Request['resolve'] };
      requests.push(request);
      signal?.addEventListener('abort', () => {
        if (requests.includes(request)) finish(request, unreachable);
      });
    });
  }

  function finish(request: Request, answer: Answer<unknown>): void {
    requests.splice(requests.indexOf(request), 1);
    request.resolve(answer);
  }

  const api: Api = {
    list: (filter, range) => send('list', () => server.list(filter, range)),
    bug: (id, signal) => send('bug', () => server.bug(id), signal),
    counts: (filters, signal) =>
      send('counts', () => ({ ok: true, data: filters.map((filter) => server.count(filter)) }), signal),
    changeOne: (id, revision, change) => send('changeOne', () => server.changeOne(id, revision, change)),
    bulk: (target, change) => send('bulk', () => server.bulk(target, change)),
    undoBulk: (batchId) => send('undoBulk', () => server.undoBulk(batchId)),
  };

  const pick = (isServed: boolean, nth: number) => {
    const some = requests.filter(({ answer }) => (answer !== undefined) === isServed);
    return some[nth % some.length];
  };

  /** The stream of the store, which may reconnect. */
  let stream: { options: FollowOptions; sent: number; pipe: LiveEvent[]; isOpen: boolean } | undefined;

  const follow: Follow = (options) =>
    new Promise((resolve) => {
      stream = { options, sent: 0, pipe: [], isOpen: false };
      options.signal.addEventListener('abort', () => {
        if (stream?.options === options) stream = undefined;
        resolve(undefined);
      });
      options.onState?.({ phase: 'connecting' });
    });

  return {
    api,
    follow,
    requests,
    writes,
    /** The server processes a request. */
    serve(nth: number): void {
      const request = pick(false, nth);
      if (!request) return;
      writes.push(request.name);
      request.answer = request.run();
    },
    /** A response arrives. */
    deliver(nth: number): void {
      const request = pick(true, nth);
      if (request) finish(request, request.answer as Answer<unknown>);
    },
    /** Drops a request before it is served, or its response afterwards. */
    lose(nth: number): void {
      const request = requests[nth % Math.max(1, requests.length)];
      if (request) finish(request, unreachable);
    },
    refuse(nth: number): void {
      const request = pick(false, nth);
      if (request) finish(request, { ok: false, problem: { status: 500, detail: 'It is broken' } });
    },

    /** The server accepts the stream. A few events may be repeated. */
    connect(repeats = 0): void {
      if (!stream || stream.isOpen) return;
      stream.isOpen = true;
      stream.sent = Math.max(0, server.log.length - repeats);
      stream.options.onState?.({ phase: 'live' });
    },
    /** The server sends some events. */
    sendEvents(count: number): void {
      if (!stream?.isOpen) return;
      const some = server.log.slice(stream.sent, stream.sent + count);
      stream.pipe.push(...some.map(server.toEvent));
      stream.sent += some.length;
    },
    /** Some events arrive. */
    deliverEvents(count: number): void {
      const own = stream;
      if (!own?.isOpen) return;
      for (const event of own.pipe.splice(0, count)) {
        own.options.onMessage({ type: 'activity', event: event as never });
      }
    },
    /** The server announces a change of labels. It is never repeated, so this model does not lose it. */
    sendCatalogue(): boolean {
      if (!stream?.isOpen) return false;
      stream.options.onMessage({ type: 'other', kind: 'catalogue', data: { team_id: 1, what: 'labels' } });
      return true;
    },
    /** The server announces that its database was restored or failed over. */
    sendReload(): void {
      stream?.options.onMessage({ type: 'other', kind: 'reload', data: {} });
    },
    /** The connection breaks, and undelivered events are lost. */
    cut(): void {
      if (!stream?.isOpen) return;
      stream.isOpen = false;
      stream.pipe = [];
      stream.options.onState?.({
        phase: 'waiting',
        forMs: 0,
        problem: { kind: 'unreachable', detail: '', cause: 0 },
      });
    },
    /** The client reconnects. */
    retry(): void {
      if (stream && !stream.isOpen) stream.options.onState?.({ phase: 'connecting' });
    },
    get isQuiet() {
      return (
        requests.length === 0 &&
        stream?.isOpen === true &&
        stream.sent === server.log.length &&
        stream.pipe.length === 0
      );
    },
  };
}
