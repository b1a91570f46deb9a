import { wait } from '../wait.ts';

/** Waits for a while, for a browser that is online again, or for the signal, whichever comes first. */
export async function waitOrOnline(ms: number, signal: AbortSignal): Promise<void> {
  const online = new AbortController();
  const goOn = () => online.abort();
  // Only browsers know this event.
  const page = globalThis as Partial<Pick<EventTarget, 'addEventListener' | 'removeEventListener'>>;
  page.addEventListener?.('online', goOn);
  await wait(ms, AbortSignal.any([signal, online.signal])).catch(() => {});
  page.removeEventListener?.('online', goOn);
}
