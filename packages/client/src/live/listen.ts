import type { Connection } from '../connection.ts';
import { failed, type Problem, refused } from '../result.ts';

interface Listener {
  signal: AbortSignal;
  /** A connection that is silent for this long is closed. */
  silenceMs: number;
  onOpen(): void;
  onText(text: string): void;
}

/** Reads an event stream until it ends and returns the reason. */
export async function listen(
  { send }: Connection,
  { url, headers }: { url: string; headers: Record<string, string> },
  { signal, silenceMs, onOpen, onText }: Listener,
): Promise<Problem> {
  const controller = new AbortController();
  const ended = controller.signal;
  const end = () => controller.abort(signal.aborted ? signal.reason : new Error('The connection timed out'));
  let timer = setTimeout(end, silenceMs);
  signal.addEventListener('abort', end);
  // Without this, a lost network would be noticed only by the timeout.
  const stopListening = onNetwork('offline', end);
  if (signal.aborted) end();
  try {
    const pending = send(new Request(url, { headers, signal: ended }));
    const response = await attempt(Promise.race([pending, rejectWith(ended)]), signal);
    if (!(response instanceof Response)) return response;
    if (!response.ok) return refused(response, await response.json().catch(() => undefined));
    if (!response.body || !isEventStream(response))
      return failed('The response is not an event stream', signal);
    onOpen();
    const reader = response.body.getReader();
    // Node's `fetch` may lose its signal in a garbage collection, so the reader is cancelled too.
    ended.addEventListener('abort', () => void reader.cancel(ended.reason).catch(() => {}));
    const decoder = new TextDecoder();
    while (true) {
      clearTimeout(timer);
      timer = setTimeout(end, silenceMs);
      const chunk = await attempt(reader.read(), signal);
      if ('kind' in chunk) return chunk;
      if (chunk.done) return failed(ended.reason ?? 'The stream has ended', signal);
      onText(decoder.decode(chunk.value, { stream: true }));
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    stopListening();
    // Closes the connection if a callback has thrown.
    end();
  }
}

/** Listens to the browser's online and offline events; does nothing elsewhere. Returns a function that stops listening. */
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
