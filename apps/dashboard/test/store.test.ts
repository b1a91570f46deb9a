import { createClient, followLive } from '@skep/client';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, onTestFinished, vi } from 'vitest';
import { aBug, aColleague, aPerson, aProject, type Person } from '../../server/test/builders.ts';
import { startService } from '../../server/test/harness.ts';
import { aLabel, storeBugs } from '../../server/test/stored-bugs.ts';
import type { Clock } from '../src/store/clock.ts';
import { createHttpApi } from '../src/store/http.ts';
import { Store } from '../src/store/store.ts';
import { readStream } from '../src/store/stream.ts';
import type { BugFilter, Outcome } from '../src/store/types.ts';

const node = await startService();
const ada = await aPerson(node);
const bob = await aColleague(node, ada);

const realTime: Clock = {
  now: () => Date.now(),
  after: (ms, run) => void setTimeout(run, ms),
  nextFrame: (run) => void setImmediate(run),
};

/** A page of the dashboard, without the page. */
function openStore({ token, id }: Person) {
  const client = createClient({ baseUrl: node.url, credential: { token } });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const store = new Store({ api: createHttpApi(client), clock: realTime, queries, me: id });
  const follow = followLive.bind(undefined, client.connection);
  onTestFinished(
    readStream({ clock: realTime, follow, onNews: store.live.take, onRefused: () => undefined }),
  );
  const outcomes: Outcome[] = [];
  store.onOutcome((outcome) => outcomes.push(outcome));
  return { store, queries, outcomes };
}

const inTime = { timeout: 60_000, interval: 20 };

async function aLiveStore(person: Person, filter: BugFilter) {
  const opened = openStore(person);
  const window = opened.store.window(filter);
  onTestFinished(window.subscribe(() => {}));
  await vi.waitFor(() => {
    expect([opened.store.live.state, window.status]).toEqual(['live', 'ready']);
  }, inTime);
  return { ...opened, window };
}

const rows = (window: ReturnType<Store['window']>) =>
  Array.from({ length: window.length }, (_, index) => window.idAt(index));

it('shows two people the same, and loses nothing of what either does', async () => {
  const project = await aProject(ada);
  const ids = (await storeBugs(node, project, 70)).reverse();
  const filter: BugFilter = { project_id: project.id, status: ['open', 'in_progress'] };
  const label = { id: await aLabel(ada, 'ui'), name: 'ui', color: '#aa3300' };
  const [hers, his] = [await aLiveStore(ada, filter), await aLiveStore(bob, filter)];
  const [first = 0, second = 0, third = 0] = ids;

  hers.store.change({ ids: [first] }, { status: 'in_progress' });
  his.store.change({ ids: [first] }, { add_label: label });
  his.store.change({ ids: [second, third] }, { status: 'resolved' });
  expect(hers.store.item(first)?.status).toBe('in_progress');
  const fresh = await aBug(node, project);

  await vi.waitFor(() => {
    for (const { store, window } of [hers, his]) {
      expect(store.item(first)).toMatchObject({ status: 'in_progress', labels: [label] });
      expect([window.total, window.newCount]).toEqual([69, 1]);
      expect([first, second, third].map((id) => window.isStale(id))).toEqual([false, true, true]);
      expect(store.isPending(first) || store.isPending(second)).toBe(false);
    }
  }, inTime);
  for (const { window } of [hers, his]) {
    window.showNew();
    window.ensure(0, 100);
    await vi.waitFor(
      () => expect(rows(window)).toEqual([fresh, ...ids.filter((id) => id !== second && id !== third)]),
      inTime,
    );
  }
});

it('undoes what one or many were changed to, and leaves alone what somebody else has changed since', async () => {
  const project = await aProject(ada);
  const [one = 0, two = 0, three = 0] = await storeBugs(node, project, 3);
  const { store, outcomes } = await aLiveStore(ada, { project_id: project.id });
  const statuses = async () =>
    Promise.all(
      [one, two, three].map(async (id) => (await ada.api.get(`/api/v1/bugs-admin/${id}`)).body.status),
    );

  const single = store.change({ ids: [one] }, { status: 'closed' });
  const bulk = store.change({ ids: [two, three] }, { status: 'closed' });
  await vi.waitFor(() => expect(outcomes.map(({ type }) => type)).toEqual(['done', 'done']), inTime);
  await bob.api.patch(`/api/v1/bugs-admin/${three}`, { status: 'spam' });
  expect([store.undo(single), store.undo(bulk)]).toEqual([true, true]);
  expect(store.item(one)?.status).toBe('open');
  await vi.waitFor(() => expect(outcomes).toHaveLength(4), inTime);
  const undone = outcomes.filter(({ type }) => type === 'undone').sort((a, b) => a.handle - b.handle);
  expect(undone).toMatchObject([
    { handle: single, affected: 1, skipped: 0 },
    { handle: bulk, affected: 1, skipped: 1 },
  ]);
  expect(await statuses()).toEqual(['open', 'open', 'spam']);
  await vi.waitFor(
    () => expect([one, two, three].map((id) => store.item(id)?.status)).toEqual(['open', 'open', 'spam']),
    inTime,
  );
});

it('changes all that match, but only if they are as many as one has seen', async () => {
  const project = await aProject(ada);
  const ids = await storeBugs(node, project, 5);
  const filter = { project_id: project.id };
  const { store, outcomes, window } = await aLiveStore(ada, filter);
  store.change({ filter, except: [], expectedTotal: 4 }, { severity: 'high' });
  await vi.waitFor(() => expect(outcomes).toMatchObject([{ type: 'outdated', total: 5 }]), inTime);
  expect(store.item(ids[0] as number)?.severity).toBe('medium');

  store.change({ filter, except: [ids[0] as number], expectedTotal: window.total }, { severity: 'high' });
  expect(ids.map((id) => store.item(id)?.severity)).toEqual(['medium', 'high', 'high', 'high', 'high']);
  await vi.waitFor(() => expect(outcomes[1]).toMatchObject({ type: 'done', affected: 4 }), inTime);
  await vi.waitFor(() => expect(ids.some((id) => store.isPending(id))).toBe(false), inTime);
  expect(ids.map((id) => store.item(id)?.severity)).toEqual(['medium', 'high', 'high', 'high', 'high']);
});

it('has a bug in full, its extra with every digit, and says when it is gone', async () => {
  const project = await aProject(ada);
  const id = await aBug(node, project, { description: 'Oh 🐝'.repeat(100), extra: { n: 1.5 } });
  const { store } = await aLiveStore(ada, { project_id: project.id });
  const seen = store.item(id);
  store.openDetail(id);
  await vi.waitFor(() => expect(store.detail(id)).toBeDefined(), inTime);
  expect(store.detail(id)).toMatchObject({ description: 'Oh 🐝'.repeat(100), extra: '{"n":1.5}' });
  expect(store.item(id)).toBe(seen);
  await bob.api.delete(`/api/v1/bugs-admin/${id}`);
  await vi.waitFor(() => expect([store.isDeleted(id), store.detail(id)]).toEqual([true, undefined]), inTime);
});

it('counts many filters at once, and again when something happens', async () => {
  const project = await aProject(ada);
  const [id = 0] = await storeBugs(node, project, 3);
  const { store, queries } = openStore(ada);
  const filters: BugFilter[] = [{ project_id: project.id }, { project_id: project.id, status: ['spam'] }];
  const counts = new QueryObserver(queries, store.countsQuery(filters));
  onTestFinished(counts.subscribe(() => {}));
  const totals = () => counts.getCurrentResult().data?.map((count) => count?.total);
  await vi.waitFor(() => expect(totals()).toEqual([3, 0]), inTime);
  await bob.api.patch(`/api/v1/bugs-admin/${id}`, { status: 'spam' });
  await vi.waitFor(() => expect(totals()).toEqual([3, 1]), inTime);
});
