import { expect, it } from 'vitest';
import { createVirtualClock } from './model/virtual-clock.ts';
import type { StreamNews } from './stream.ts';
import { shareStream, type TabMessage, type TabPort } from './tabs.ts';

/** A browser with one lock and one channel, in which messages and locks take their time. */
function createBrowser() {
  const clock = createVirtualClock();
  const listeners = new Map<string, (message: TabMessage) => void>();
  const hidden = new Set<string>();
  let holder: { name: string; end(error?: Error): void } | undefined;
  let waiting: { name: string; start(): void }[] = [];
  /** Streams that are open, by tab, each with what tells its news. */
  const streams = new Map<string, { from: string | undefined; tell(news: StreamNews): void }>();

  function grant(): void {
    if (!holder) waiting.shift()?.start();
  }

  function openTab(name: string) {
    const news: StreamNews[] = [];
    const port: TabPort = {
      hold: ({ steal, signal }, until) =>
        new Promise((resolve, reject) => {
          const start = () => {
            const own = {
              name,
              end(error?: Error) {
                if (holder === own) holder = undefined;
                if (error) reject(error);
                else resolve();
                grant();
              },
            };
            holder = own;
            void until().then(() => holder === own && own.end());
          };
          const entry = { name, start };
          signal.addEventListener('abort', () => {
            waiting = waiting.filter((other) => other !== entry);
            reject(signal.reason);
          });
          if (steal) {
            const robbed = holder;
            holder = undefined;
            start();
            robbed?.end(new Error('stolen'));
          } else {
            waiting.push(entry);
            grant();
          }
        }),
      post: (message) => {
        for (const [other, listen] of listeners)
          if (other !== name) queueMicrotask(() => listen(structuredClone(message)));
      },
      listen(onMessage) {
        listeners.set(name, onMessage);
        return () => void listeners.delete(name);
      },
      isVisible: () => !hidden.has(name),
      onVisible: () => () => {},
      close: () => {},
    };
    const close = shareStream({
      clock,
      port,
      name,
      read(from, tell) {
        streams.set(name, { from, tell });
        return () => void streams.delete(name);
      },
      onNews: (each) => void news.push(each),
    });
    return { name, news, close, types: () => news.map(({ type }) => type) };
  }

  return {
    clock,
    hidden,
    streams,
    openTab,
    /** A tab that does not answer any more, but has not gone. */
    freeze: (name: string) => listeners.delete(name),
    async settle(ms = 0) {
      for (let round = 0; round < 20; round++) await Promise.resolve();
      clock.advance(ms);
      for (let round = 0; round < 20; round++) await Promise.resolve();
    },
  };
}

const event = (activity_id: number): StreamNews => ({
  type: 'batch',
  batch: { events: [{ activity_id } as never], catalogue: [] },
});

const idsOf = (news: StreamNews[]) =>
  news.flatMap((each) =>
    each.type === 'batch' ? each.batch.events.map(({ activity_id }) => activity_id) : [],
  );

async function threeTabs() {
  const browser = createBrowser();
  const [a, b, c] = ['a', 'b', 'c'].map(browser.openTab) as [Tab, Tab, Tab];
  await browser.settle();
  browser.streams.get('a')?.tell({ type: 'afresh' });
  browser.streams.get('a')?.tell({ type: 'place', place: '1' });
  browser.streams.get('a')?.tell({ type: 'state', state: 'live' });
  await browser.settle();
  return { ...browser, a, b, c };
}
type Tab = ReturnType<ReturnType<typeof createBrowser>['openTab']>;

it('reads one stream, of which all tabs learn', async () => {
  const { a, b, c, streams, settle } = await threeTabs();
  expect([...streams.keys()]).toEqual(['a']);
  streams.get('a')?.tell(event(2));
  await settle();
  for (const tab of [a, b, c]) {
    expect(idsOf(tab.news)).toEqual([2]);
    expect(tab.types()).toContain('afresh');
    expect(tab.news).toContainEqual({ type: 'state', state: 'live' });
  }
});

it('goes on where it was when the tab that reads is closed', async () => {
  const { a, b, c, streams, settle } = await threeTabs();
  streams.get('a')?.tell(event(2));
  streams.get('a')?.tell({ type: 'place', place: '2' });
  await settle();
  a.close();
  await settle();
  expect([...streams].map(([name, { from }]) => [name, from])).toEqual([['b', '2']]);
  const before = c.types().filter((type) => type === 'afresh').length;
  streams.get('b')?.tell(event(3));
  streams.get('b')?.tell({ type: 'place', place: '3' });
  await settle();
  expect([b, c].map(({ news }) => idsOf(news))).toEqual([
    [2, 3],
    [2, 3],
  ]);
  expect(c.types().filter((type) => type === 'afresh')).toHaveLength(before);
});

it('starts a tab afresh that comes later, and one that has missed something', async () => {
  const { b, streams, openTab, settle, clock } = await threeTabs();
  const late = openTab('late');
  await settle();
  expect(late.types()).toEqual(['place', 'afresh', 'state']);
  clock.advance(0);
  expect(b.types().filter((type) => type === 'afresh')).toHaveLength(1);
  expect([...streams.keys()]).toEqual(['a']);
});

it('takes over from a tab that no longer answers', async () => {
  const { streams, settle, freeze, hidden } = await threeTabs();
  hidden.add('a');
  hidden.add('c');
  freeze('a');
  await settle(25_000);
  await settle(5_000);
  expect([...streams].map(([name, { from }]) => [name, from])).toContainEqual(['b', '1']);
});

it('is left by everybody in the end', async () => {
  const { a, b, c, streams, settle, clock } = await threeTabs();
  for (const tab of [a, b, c]) tab.close();
  await settle(60_000);
  expect(streams.size).toBe(0);
  expect(clock.timers).toBe(0);
});
