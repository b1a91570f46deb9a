import { type Client, followLive } from '@skep/client';
import { browserClock } from './browser-clock.ts';
import { openTabPort } from './browser-tabs.ts';
import { createLive, type Live, type LiveSink } from './live.ts';

/** The stream of this page's service, shared with the other tabs of this user. */
export const openBrowserLive = (client: Client, me: number, sink: LiveSink): Live =>
  createLive({
    ...sink,
    clock: browserClock,
    follow: (options) => followLive(client.connection, options),
    tabs: openTabPort(me),
    tabName: Math.random().toString(36).slice(2),
  });
