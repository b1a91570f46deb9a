import { wait } from '../wait.ts';
import { onNetwork } from './network.ts';

/** Waits for a while, for a browser that is online again, or for the signal, whichever comes first. */
export async function waitOrOnline(ms: number, signal: AbortSignal): Promise<void> {
  const online = new AbortController();
  const leave = onNetwork('online', () => online.abort());
  await wait(ms, AbortSignal.any([signal, online.signal])).catch(() => {});
  leave();
}
