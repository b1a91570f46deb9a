import { holdLease } from './lease.ts';
import type { TabMessage, TabPort } from './tabs.ts';

/**
 * A lock and a BroadcastChannel, under a name of one user: tabs of others are kept apart. Undefined where the browser has
 * neither: there each tab reads a stream of its own.
 */
export function openTabPort(user: number): TabPort | undefined {
  if (typeof BroadcastChannel === 'undefined' || typeof localStorage === 'undefined') return undefined;
  const name = `skep.live.${user}`;
  const channel = new BroadcastChannel(name);
  return {
    hold: async ({ steal, signal }, until) => {
      if (!navigator.locks) return holdLease(name, { steal, signal }, until);
      // A lock cannot be both stolen and waited for with a signal.
      const options = steal ? { steal } : { signal };
      await navigator.locks.request(name, options, until);
    },
    post: (message) => channel.postMessage(message),
    listen(onMessage) {
      const listener = ({ data }: MessageEvent<TabMessage>) => onMessage(data);
      channel.addEventListener('message', listener);
      return () => channel.removeEventListener('message', listener);
    },
    isVisible: () => document.visibilityState === 'visible',
    onVisible(listener) {
      document.addEventListener('visibilitychange', listener);
      return () => document.removeEventListener('visibilitychange', listener);
    },
    close: () => channel.close(),
  };
}
