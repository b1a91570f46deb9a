import { expect, it } from 'vitest';
import { createWorld } from './model/world.ts';

/** A world in which one has looked at the list of this filter, and everything is quiet. */
async function aQuietWorld(bugs = 9, filterNth = 0) {
  const world = createWorld(bugs);
  world.enter(filterNth);
  await world.calmDown();
  const window = world.windowAt(filterNth);
  // A short list is looked at to its end.
  if (bugs < 20) window.ensure(0, 20);
  await world.calmDown();
  return { ...world, window };
}

const rows = (window: { length: number; idAt(index: number): number | undefined }) =>
  Array.from({ length: window.length }, (_, index) => window.idAt(index));

it('sends the changes of one bug in their order, and those of others beside them', async () => {
  const { store, network, settled, server, calmDown, bugAt } = await aQuietWorld();
  const [one, other] = [bugAt(3), bugAt(4)];
  store.change({ ids: [one] }, { status: 'spam' });
  store.change({ ids: [one] }, { status: 'closed' });
  store.change({ ids: [other] }, { status: 'closed' });
  await settled();
  expect(network.requests.map(({ name }) => name)).toEqual(['changeOne', 'changeOne']);
  expect(store.item(one)?.status).toBe('closed');
  network.serve(0);
  network.deliver(0);
  await settled();
  expect(store.item(one)?.status).toBe('closed');
  await calmDown();
  expect(server.bugs.get(one)?.status).toBe('closed');
});

it('puts a change back that has failed, and says why', async () => {
  const { store, network, settled, outcomes, bugAt } = await aQuietWorld();
  const before = store.item(bugAt(3));
  const handle = store.change({ ids: [bugAt(3)] }, { status: 'spam' });
  await settled();
  network.refuse(0);
  await settled();
  expect(store.item(bugAt(3))).toBe(before);
  expect(outcomes).toMatchObject([
    { handle, type: 'failed', problem: { status: 500, detail: 'It is broken' } },
  ]);
});

it('undoes a change that is still on its way: at once on screen, then with the service', async () => {
  const { store, network, settled, outcomes, calmDown, server, bugAt } = await aQuietWorld();
  const id = bugAt(3);
  const handle = store.change({ ids: [id] }, { status: 'spam' });
  await settled();
  network.serve(0);
  expect(store.undo()).toBe(true);
  expect(store.item(id)?.status).toBe('open');
  await calmDown();
  expect([server.bugs.get(id)?.status, server.bugs.get(id)?.revision]).toEqual(['open', 3]);
  expect(outcomes).toMatchObject([{ handle, type: 'undone', affected: 1, skipped: 0 }]);
  expect(store.undo()).toBe(false);
});

it('calls off a change that has not been sent yet', async () => {
  const { store, outcomes, calmDown, server, bugAt } = await aQuietWorld();
  const id = bugAt(3);
  store.change({ ids: [id] }, { status: 'spam' });
  const second = store.change({ ids: [id] }, { severity: 'high' });
  expect(store.undo(second)).toBe(true);
  await calmDown();
  expect(server.bugs.get(id)).toMatchObject({ status: 'spam', severity: 'medium', revision: 2 });
  expect(outcomes.map(({ type }) => type)).toEqual(['undone', 'done']);
});

it('undoes one after the other, and nothing after eight seconds', async () => {
  const { store, network, clock, settled, server, bugAt } = await aQuietWorld();
  const id = bugAt(3);
  const answerAll = async () => {
    for (await settled(); network.requests.length > 0; await settled()) {
      network.serve(0);
      network.deliver(0);
    }
  };
  store.change({ ids: [id] }, { status: 'spam' });
  store.change({ ids: [id] }, { severity: 'high' });
  await answerAll();
  expect([store.undo(), store.undo()]).toEqual([true, true]);
  await answerAll();
  expect(server.bugs.get(id)).toMatchObject({ status: 'open', severity: 'medium' });
  store.change({ ids: [id] }, { status: 'spam' });
  await answerAll();
  clock.advance(8_001);
  expect(store.undo()).toBe(false);
});

it('puts back what a change really has replaced, also when that was not known yet', async () => {
  const { store, calmDown, settled, server, bugAt } = await aQuietWorld();
  const id = bugAt(3);
  server.edit(id, { patch: { status: 'closed' } }, 2);
  store.change({ ids: [id] }, { status: 'spam' });
  await settled();
  store.undo();
  await calmDown();
  expect(server.bugs.get(id)?.status).toBe('closed');
});

it('lets new matches wait, and dims what no longer matches, until one wants to see it', async () => {
  const { store, window, calmDown, server, bugAt } = await aQuietWorld(9, 1);
  const before = rows(window);
  const [gone, deleted] = [bugAt(3), bugAt(4)];
  server.create(1);
  server.edit(gone, { patch: { status: 'spam' } }, 2);
  server.edit(deleted, { delete: true }, 2);
  await calmDown();
  expect(rows(window)).toEqual(before);
  expect([window.newCount, window.total]).toEqual([1, before.length - 1]);
  expect(before.filter((id) => window.isStale(id as number))).toEqual([deleted, gone]);
  expect(store.item(deleted)).toBeDefined();
  window.showNew();
  window.ensure(0, 20);
  await calmDown();
  expect(rows(window)).toEqual(server.found(window.filter).map(({ id }) => id));
});

it('keeps every reference but that of the row that a change is about', async () => {
  const { store, calmDown, server, bugAt } = await aQuietWorld();
  const ids = [...server.bugs.keys()];
  const before = ids.map((id) => store.item(id));
  server.edit(bugAt(3), { patch: { severity: 'high' } }, 2);
  await calmDown();
  const changed = ids.filter((id, index) => store.item(id) !== before[index]);
  expect(changed).toEqual([bugAt(3)]);
  expect(store.item(bugAt(3))?.labels).toBe(before[ids.indexOf(bugAt(3))]?.labels);
  expect(store.lastChange(bugAt(3))).toMatchObject({ actor: { name: 'P2' }, isOwn: false });
});

it('takes all events of a frame at once', async () => {
  const { store, network, clock, server, bugAt } = await aQuietWorld();
  let told = 0;
  store.subscribe(() => told++);
  for (let nth = 0; nth < 5; nth++) server.edit(bugAt(3), { comment: true }, 2);
  network.sendEvents(5);
  network.deliverEvents(5);
  expect(told).toBe(0);
  clock.frame();
  expect([told, store.item(bugAt(3))?.comment_count]).toEqual([1, 5]);
});

it('is live, catching up or offline, and says which', async () => {
  const { store, network, clock, settled, calmDown } = await aQuietWorld();
  expect(store.live.state).toBe('live');
  network.cut();
  expect(store.live.state).toBe('offline');
  network.retry();
  expect(store.live.state).toBe('offline');
  network.connect();
  expect(store.live.state).toBe('catching-up');
  await calmDown();
  expect(store.live.state).toBe('live');
  network.cut();
  clock.advance(6 * 60_000);
  network.retry();
  network.connect();
  await settled();
  expect(store.live.state).toBe('catching-up');
  await calmDown();
  expect(store.live.state).toBe('live');
});

it('knows the ids of a range that is not loaded', async () => {
  const { window, network, settled, server } = await aQuietWorld(30);
  const ids = window.idsBetween(3, 25);
  for (await settled(); network.requests.length > 0; await settled()) {
    network.serve(0);
    network.deliver(0);
  }
  expect(await ids).toEqual(
    server
      .found({})
      .slice(3, 25)
      .map(({ id }) => id),
  );
});

it('changes more than one call takes in parts, and takes all of it back when one fails', async () => {
  const { store, network, settled, outcomes, server } = await aQuietWorld(600);
  const ids = [...server.bugs.keys()];
  store.change({ ids }, { status: 'spam' });
  await settled();
  network.serve(0);
  network.deliver(0);
  await settled();
  expect(server.found({ status: ['spam'] })).toHaveLength(500);
  network.refuse(0);
  for (await settled(); network.requests.length > 0; await settled()) {
    network.serve(0);
    network.deliver(0);
  }
  expect(outcomes).toMatchObject([{ type: 'failed', affected: 0 }]);
  expect(server.found({ status: ['spam'] })).toHaveLength(0);
});

it('keeps a row that was just judged, when the list is read again before the answer has come', async () => {
  const { store, window, network, clock, settled, calmDown, server } = await aQuietWorld(9, 1);
  const before = rows(window);
  const id = before[1] as number;
  store.change({ ids: [id] }, { status: 'resolved' });
  await settled();
  network.serve(0);
  // The service has made the change; its answer waits, while the list without the bug overtakes it.
  const answer = network.requests.find(({ name }) => name === 'changeOne');
  network.sendCatalogue();
  clock.frame();
  await settled();
  while (network.requests.some((request) => request !== answer)) {
    network.serve(0);
    network.deliver(1);
    await settled();
  }
  expect(network.requests).toEqual([answer]);
  expect(rows(window)).toEqual(before);
  expect([window.isStale(id), store.item(id)?.status]).toEqual([true, 'resolved']);
  store.undo();
  expect([rows(window), window.isStale(id)]).toEqual([before, false]);
  await calmDown();
  expect([server.bugs.get(id)?.status, rows(window), window.isStale(id)]).toEqual(['open', before, false]);
});

it('shows no rows of a list that has failed', async () => {
  const { store, network, settled } = await aQuietWorld();
  const filter = { severity: ['medium' as const] };
  const window = store.window(filter);
  const leave = window.subscribe(() => undefined);
  await settled();
  network.refuse(0);
  await settled();
  leave();
  window.subscribe(() => undefined);
  expect([window.status, window.length]).toEqual(['failed', 0]);
});

it('shows what the service has after its database was rolled back, also where it had seen more', async () => {
  const world = await aQuietWorld();
  const { store, server, network, bugAt } = world;
  const [changed, lost, deleted] = [bugAt(3), bugAt(4), bugAt(5)];
  const before = new Map(server.bugs);
  server.edit(changed, { patch: { status: 'closed' } }, 2);
  server.edit(deleted, { delete: true }, 2);
  await world.calmDown();
  expect([store.item(changed)?.status, store.isDeleted(deleted)]).toEqual(['closed', true]);

  for (const [id, item] of before) server.bugs.set(id, item);
  server.bugs.delete(lost);
  network.sendReload();
  await world.checkEnd();
  expect(store.item(changed)).toEqual(before.get(changed));
  expect([store.isDeleted(deleted), store.isDeleted(lost)]).toEqual([false, true]);
});

it('shows what others made of a bug that an undo has skipped', async () => {
  const { store, server, network, clock, settled, outcomes, calmDown, bugAt } = await aQuietWorld();
  const [one, other] = [bugAt(3), bugAt(4)];
  store.change({ ids: [one, other] }, { status: 'spam' });
  await settled();
  network.serve(0);
  network.deliver(0);
  await settled();
  server.edit(other, { patch: { status: 'closed' } }, 2);
  network.sendEvents(1_000);
  network.deliverEvents(1_000);
  clock.frame();
  expect(store.item(other)?.status).toBe('closed');
  expect(store.undo()).toBe(true);
  expect([store.item(one)?.status, store.item(other)?.status]).toEqual(['open', 'open']);
  await settled();
  network.serve(0);
  network.deliver(0);
  await settled();
  // Nothing more will come about it, so it is shown at once as it is.
  expect([store.item(other)?.status, store.isPending(other)]).toEqual(['closed', false]);
  await calmDown();
  expect(outcomes.at(-1)).toMatchObject({ type: 'undone', affected: 1, skipped: 1 });
  expect([store.item(one)?.status, store.item(other)?.status]).toEqual(['open', 'closed']);
  expect([store.isPending(one), store.isPending(other)]).toEqual([false, false]);
});

it('leaves a report alone that arrives while a change of all that match is being undone', async () => {
  const { store, server, network, clock, settled, window, calmDown } = await aQuietWorld(9, 1);
  store.change({ filter: window.filter, except: [], expectedTotal: window.total }, { status: 'spam' });
  await settled();
  network.serve(0);
  expect(store.undo()).toBe(true);
  server.create(1);
  const id = Math.max(...server.bugs.keys());
  network.sendEvents(1_000);
  network.deliverEvents(1_000);
  clock.frame();
  await settled();
  expect([store.item(id)?.status, store.isPending(id)]).toEqual(['open', false]);
  await calmDown();
  expect(store.item(id)?.status).toBe('open');
});

it('shows the last rows when one looks exactly where the list ends', async () => {
  for (const beyond of [0, 1]) {
    const world = createWorld(9);
    const window = world.windowAt(0);
    window.ensure(10 + beyond, 14 + beyond);
    world.enter(0);
    await world.calmDown();
    expect(rows(window).slice(-4)).toEqual([4, 3, 2, 1]);
  }
});

it('lets in what waited above a stale last row', async () => {
  const world = createWorld(15);
  const { store, server, network, settled, window } = { ...world, window: world.windowAt(2) };
  world.enter(2);
  await settled();
  network.serve(0);
  network.deliver(0);
  await settled();
  network.connect();
  const [last = 0] = rows(window).slice(-1);
  store.change({ ids: [last] }, { delete: true });
  server.edit(last + 1, { patch: { status: 'closed' } }, 2);
  await world.calmDown();
  window.showNew();
  window.ensure(0, 20);
  await world.calmDown();
  expect(rows(window)).toEqual(server.found(window.filter).map(({ id }) => id));
});

it('offers no undo where nothing was changed', async () => {
  const { store, outcomes, calmDown, bugAt } = await aQuietWorld();
  const ids = [bugAt(3), bugAt(4)];
  store.change({ ids: ids.slice(1) }, { status: 'open' });
  await calmDown();
  store.change({ ids }, { status: 'open' });
  await calmDown();
  expect(outcomes).toMatchObject([
    { type: 'done', affected: 1, undoUntil: null },
    { type: 'done', affected: 2, undoUntil: null },
  ]);
  expect([store.canUndo(), store.undo()]).toEqual([false, false]);
});
