import { version } from '../version.ts';
import { toOtlp } from './otlp.ts';
import type { Tracing } from './settings.ts';
import type { EndedSpan } from './tracer.ts';

/** What waits is bounded: a collector that is away or slow costs spans, and nothing else. */
const mostWaiting = 4_096;
const mostAtOnce = 512;
const everyMs = 1_000;
const patienceMs = 10_000;
const lastPatienceMs = 2_000;

export interface Exporter {
  add(span: EndedSpan): void;
  stop(): Promise<void>;
}

/** Sends spans in batches, one at a time. What could not be sent is lost: traces are not worth sending twice. */
export function createExporter(
  { url, headers, resource }: Tracing,
  onTrouble: (error: unknown) => void,
): Exporter {
  const described = { 'service.version': version, 'process.pid': process.pid, ...resource };
  let waiting: EndedSpan[] = [];
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;

  async function post(spans: EndedSpan[], ms: number): Promise<void> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(toOtlp(described, spans)),
      signal: AbortSignal.timeout(ms),
      redirect: 'error',
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The collector answered ${response.status}`);
  }

  async function send(ms = patienceMs): Promise<void> {
    const spans = waiting.slice(0, mostAtOnce);
    waiting = waiting.slice(mostAtOnce);
    await post(spans, ms).catch(onTrouble);
  }

  function sendSoon(): void {
    if (timer || sending) return;
    timer = setTimeout(
      () => {
        timer = undefined;
        sending = send().finally(() => {
          sending = undefined;
          if (waiting.length > 0) sendSoon();
        });
      },
      waiting.length >= mostAtOnce ? 0 : everyMs,
    );
    timer.unref();
  }

  return {
    add(span) {
      if (waiting.length >= mostWaiting) return;
      waiting.push(span);
      sendSoon();
    },
    async stop() {
      clearTimeout(timer);
      if (waiting.length > 0) await send(lastPatienceMs);
    },
  };
}
