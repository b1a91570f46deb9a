import type { Connection } from '../connection.ts';
import { failed, type Problem, refused } from '../result.ts';

interface Listener {
  /** A connection on which nothing comes for so long is given up. */
  silenceMs: number;
  onOpen(): void;
  onText(text: string): void;
}

/** Reads one event stream until it ends, and returns why it did. */
export async function listen(
  { send }: Connection,
  request: Request,
  { silenceMs, onOpen, onText }: Listener,
): Promise<Problem> {
  const watchdog = createWatchdog(silenceMs);
  const given = request.signal;
  try {
    const signal = AbortSignal.any([given, watchdog.signal]);
    const response = await attempt(send(new Request(request, { signal })), given);
    if (!(response instanceof Response)) return response;
    if (!response.ok) return refused(response, await response.json().catch(() => undefined));
    if (!response.body || !isEventStream(response)) return failed('It answers no event stream', given);
    onOpen();
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    while (true) {
      watchdog.calm();
      const piece = await attempt(reader.read(), given);
      if ('kind' in piece) return piece;
      if (piece.done) return failed('The stream has ended', given);
      onText(decoder.decode(piece.value, { stream: true }));
    }
  } finally {
    // This also ends a connection of which the listener wants no more.
    watchdog.bark();
  }
}

const attempt = <T>(promise: Promise<T>, signal: AbortSignal) =>
  promise.catch((cause: unknown) => failed(cause, signal));

const isEventStream = ({ headers }: Response) =>
  headers.get('content-type')?.startsWith('text/event-stream') ?? false;

/** A watchdog timer: its signal aborts when it was not calmed for so long. */
function createWatchdog(ms: number) {
  const controller = new AbortController();
  const bark = () => {
    clearTimeout(timer);
    controller.abort(new Error('Nothing was heard for too long'));
  };
  let timer = setTimeout(bark, ms);
  return {
    signal: controller.signal,
    bark,
    calm() {
      clearTimeout(timer);
      timer = setTimeout(bark, ms);
    },
  };
}
