import type { FollowOptions } from '@skep/client';
import type { Answer, Api } from '../api.ts';
import type { Follow } from '../stream.ts';
import type { LiveEvent } from '../types.ts';
import type { ModelServer } from './model-server.ts';

/** A request that waits: first for the service to look at it, then for its answer to arrive. */
interface Request {
  name: string;
  run(): Answer<unknown>;
  answer: Answer<unknown> | undefined;
  resolve(answer: Answer<unknown>): void;
}

const unreachable = { ok: false as const, problem: { status: 0, detail: 'The service cannot be reached' } };

/** The way between store and service, on which everything waits until the test lets it through. */
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

  /** The one stream, which the store opens and opens again. */
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
    /** The service looks at a request. */
    serve(nth: number): void {
      const request = pick(false, nth);
      if (!request) return;
      writes.push(request.name);
      request.answer = request.run();
    },
    /** An answer arrives. */
    deliver(nth: number): void {
      const request = pick(true, nth);
      if (request) finish(request, request.answer as Answer<unknown>);
    },
    /** A request is lost on its way there (if it was not served yet) or its answer on the way back. */
    lose(nth: number): void {
      const request = requests[nth % Math.max(1, requests.length)];
      if (request) finish(request, unreachable);
    },
    refuse(nth: number): void {
      const request = pick(false, nth);
      if (request) finish(request, { ok: false, problem: { status: 500, detail: 'It is broken' } });
    },

    /** The stream is accepted: from now on. A few events may come once more. */
    connect(repeats = 0): void {
      if (!stream || stream.isOpen) return;
      stream.isOpen = true;
      stream.sent = Math.max(0, server.log.length - repeats);
      stream.options.onState?.({ phase: 'live' });
    },
    /** The service puts some events on the wire. */
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
    /** The service says that labels have changed; that is not said again, so it is not lost on the wire here. */
    sendCatalogue(): boolean {
      if (!stream?.isOpen) return false;
      stream.options.onMessage({ type: 'other', kind: 'catalogue', data: { team_id: 1, what: 'labels' } });
      return true;
    },
    /** The service says that its database was restored or failed over. */
    sendReload(): void {
      stream?.options.onMessage({ type: 'other', kind: 'reload', data: {} });
    },
    /** The connection breaks: what was on the wire is lost. */
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
    /** The client tries again. */
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
