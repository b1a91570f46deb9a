import type { Connection } from '../connection.ts';
import { failed, type Problem, refused } from '../result.ts';
import { onNetwork } from './network.ts';
import { createWatchdog } from './watchdog.ts';

interface Listener {
  /** Ends it. */
  signal: AbortSignal;
  /** A connection on which nothing comes for so long is given up. */
  silenceMs: number;
  onOpen(): void;
  onText(text: string): void;
}

/** Reads one event stream until it ends, and returns why it did. */
export async function listen(
  { send }: Connection,
  { url, headers }: { url: string; headers: Record<string, string> },
  { signal, silenceMs, onOpen, onText }: Listener,
): Promise<Problem> {
  const watchdog = createWatchdog(silenceMs, signal);
  // What is lost with the network stays silent for long. Where it is not lost, as on this very machine, it is soon made again.
  const leave = onNetwork('offline', watchdog.bark);
  try {
    const answered = send(new Request(url, { headers, signal: watchdog.signal }));
    const response = await attempt(Promise.race([answered, watchdog.barked]), signal);
    if (!(response instanceof Response)) return response;
    if (!response.ok) return refused(response, await response.json().catch(() => undefined));
    if (!response.body || !isEventStream(response)) return failed('It answers no event stream', signal);
    onOpen();
    const reader = response.body.getReader();
    // Node's `fetch` loses its signal when memory is tidied up, so the stream is ended by its reader.
    watchdog.onBark = (reason) => void reader.cancel(reason).catch(() => {});
    const decoder = new TextDecoder();
    while (true) {
      watchdog.calm();
      const piece = await attempt(reader.read(), signal);
      if ('kind' in piece) return piece;
      if (piece.done) return failed(watchdog.signal.reason ?? 'The stream has ended', signal);
      onText(decoder.decode(piece.value, { stream: true }));
    }
  } finally {
    leave();
    // This also ends a connection of which the listener wants no more.
    watchdog.bark();
  }
}

const attempt = <T>(promise: Promise<T>, signal: AbortSignal) =>
  promise.catch((cause: unknown) => failed(cause, signal));

const isEventStream = ({ headers }: Response) =>
  headers.get('content-type')?.startsWith('text/event-stream') ?? false;
