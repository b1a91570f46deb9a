import type { Connection } from '../connection.ts';
import { failed, type Problem, refused } from '../result.ts';

interface Listener {
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
  const controller = new AbortController();
  const ended = controller.signal;
  const end = () =>
    controller.abort(signal.aborted ? signal.reason : new Error('Nothing was heard for too long'));
  let timer = setTimeout(end, silenceMs);
  signal.addEventListener('abort', end);
  // What is lost with the network stays silent for long. Where it is not lost, as on this very machine, it is soon made again.
  const leave = onNetwork('offline', end);
  if (signal.aborted) end();
  try {
    const answered = send(new Request(url, { headers, signal: ended }));
    const response = await attempt(Promise.race([answered, rejectWith(ended)]), signal);
    if (!(response instanceof Response)) return response;
    if (!response.ok) return refused(response, await response.json().catch(() => undefined));
    if (!response.body || !isEventStream(response)) return failed('It answers no event stream', signal);
    onOpen();
    const reader = response.body.getReader();
    // Node's `fetch` loses its signal at a garbage collection, so the stream is ended by its reader.
    ended.addEventListener('abort', () => void reader.cancel(ended.reason).catch(() => {}));
    const decoder = new TextDecoder();
    while (true) {
      clearTimeout(timer);
      timer = setTimeout(end, silenceMs);
      const piece = await attempt(reader.read(), signal);
      if ('kind' in piece) return piece;
      if (piece.done) return failed(ended.reason ?? 'The stream has ended', signal);
      onText(decoder.decode(piece.value, { stream: true }));
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    leave();
    // This also ends a connection of which the listener wants no more.
    end();
  }
}

/** Tells when the browser says that its network has come or gone, as only browsers do; the result ends that. */
export function onNetwork(event: 'online' | 'offline', listener: () => void): () => void {
  const page = globalThis as Partial<Pick<EventTarget, 'addEventListener' | 'removeEventListener'>>;
  page.addEventListener?.(event, listener);
  return () => page.removeEventListener?.(event, listener);
}

const rejectWith = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });

const attempt = <T>(promise: Promise<T>, signal: AbortSignal) =>
  promise.catch((cause: unknown) => failed(cause, signal));

const isEventStream = ({ headers }: Response) =>
  headers.get('content-type')?.startsWith('text/event-stream') ?? false;
