import type { TabMessage, TabPort } from './tabs.ts';

/**
 * Web Locks and BroadcastChannel, under a name of one user: tabs of others are kept apart. Undefined where the browser has no
 * locks, which is the case on pages that are neither HTTPS nor localhost: there each tab reads a stream of its own.
 */
export function openTabPort(user: number): TabPort | undefined {
  if (typeof BroadcastChannel === 'undefined' || !globalThis.navigator?.locks) return undefined;
  const name = `skep.live.${user}`;
  const channel = new BroadcastChannel(name);
  return {
    hold: async ({ steal, signal }, until) => {
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
