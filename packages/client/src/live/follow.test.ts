import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished, vi } from 'vitest';
import { aBug, aPerson, aProject, type Person } from '../../../../apps/server/test/builders.ts';
import { startService } from '../../../../apps/server/test/harness.ts';
import { createClient, type FollowOptions, followLive, type LiveMessage, type LiveState } from '../index.ts';

const node = await startService();

/** A TCP proxy whose connections can be cut or silenced. */
async function aLine() {
  const sockets = new Set<Socket>();
  let isSilent = false;
  let connections = 0;
  const server = createServer((near) => {
    connections++;
    const far = connect(Number(new URL(node.url).port), '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    }
    near.pipe(far);
    far.on('data', (bytes) => isSilent || near.write(bytes)).on('close', () => near.destroy());
    near.on('close', () => far.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(() => {
    server.close();
    cut();
  });
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    silence(silent: boolean) {
      isSilent = silent;
    },
    connections: () => connections,
    /** Number of open sockets on both sides. */
    open: () => sockets.size,
  };
}

/** Forces a garbage collection. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

function follow(baseUrl: string, { token }: Pick<Person, 'token'>, options: Partial<FollowOptions> = {}) {
  const leaving = new AbortController();
  const messages: LiveMessage[] = [];
  const states: LiveState['phase'][] = [];
  const { connection } = createClient({ baseUrl, credential: { token } });
  const ended = followLive(connection, {
    signal: leaving.signal,
    onMessage: (message) => messages.push(message),
    onState: ({ phase }) => states.push(phase),
    timings: { baseMs: 1, maxWaitMs: 50, silenceMs: 60_000 },
    ...options,
  });
  onTestFinished(() => leaving.abort());
  const activities = () => messages.flatMap((one) => (one.type === 'activity' ? [one.event] : []));
  const isLive = () => vi.waitFor(() => expect(states.at(-1)).toBe('live'), { timeout: 60_000 });
  const receive = (count: number) =>
    vi.waitFor(
      () => {
        expect(activities().length).toBeGreaterThanOrEqual(count);
        return activities();
      },
      { timeout: 60_000 },
    );
  return { messages, states, activities, isLive, receive, ended, leave: () => leaving.abort('left') };
}

it('receives events until it is aborted', async () => {
  const person = await aPerson(node);
  const project = await aProject(person);
  const { isLive, receive, ended, leave } = follow(node.url, person);
  await isLive();
  const bug = await aBug(node, project);
  expect(await receive(1)).toMatchObject([{ bug_id: bug, kind: 'created', bug: { id: bug } }]);
  leave();
  expect(await ended).toMatchObject({ kind: 'aborted', cause: 'left' });
});

it('misses no events when its connection is cut repeatedly', async () => {
  const person = await aPerson(node);
  const project = await aProject(person);
  const line = await aLine();
  const { isLive, activities, states } = follow(line.baseUrl, person);
  await isLive();
  const bugs: number[] = [];
  for (let round = 0; round < 5; round++) {
    bugs.push(await aBug(node, project));
    line.cut();
    bugs.push(await aBug(node, project));
  }
  await expect
    .poll(() => [...new Set(activities().map(({ bug_id }) => bug_id))], { timeout: 60_000 })
    .toEqual(bugs);
  expect(states).toContain('waiting');
  expect(line.connections()).toBeGreaterThan(1);
});

it('resumes from an earlier stream', async () => {
  const person = await aPerson(node);
  const project = await aProject(person);
  const places: string[] = [];
  const first = follow(node.url, person, { onLastEventId: (place) => places.push(place) });
  await first.isLive();
  await expect.poll(() => places.length, { timeout: 60_000 }).toBeGreaterThan(0);
  first.leave();
  await first.ended;
  const bug = await aBug(node, project);
  const second = follow(node.url, person, { lastEventId: String(places.at(-1)) });
  expect(await second.receive(1)).toMatchObject([{ bug_id: bug, kind: 'created' }]);
});

it('does not resume if isResumed is false', async () => {
  const person = await aPerson(node);
  const project = await aProject(person);
  const places: string[] = [];
  const { isLive, receive } = follow(node.url, person, {
    isResumed: false,
    onLastEventId: (place) => places.push(place),
  });
  await isLive();
  await aBug(node, project);
  await receive(1);
  expect(places).toEqual([]);
});

it('reconnects after silence, even after a garbage collection', async () => {
  const person = await aPerson(node);
  const project = await aProject(person);
  const line = await aLine();
  const { isLive, receive, ended, leave } = follow(line.baseUrl, person, {
    timings: { baseMs: 1, maxWaitMs: 50, silenceMs: 3_000 },
  });
  await isLive();
  collectGarbage();
  line.silence(true);
  const bug = await aBug(node, project);
  await expect.poll(line.connections, { timeout: 60_000 }).toBeGreaterThan(1);
  line.silence(false);
  expect(await receive(1)).toMatchObject([{ bug_id: bug }]);
  await isLive();
  collectGarbage();
  leave();
  expect(await ended).toMatchObject({ kind: 'aborted', cause: 'left' });
  await expect.poll(line.open, { timeout: 60_000 }).toBe(0);
});

it('passes on other messages, such as a changed catalogue', async () => {
  const person = await aPerson(node);
  const { isLive, messages } = follow(node.url, person);
  await isLive();
  await aProject(person);
  await expect
    .poll(() => messages, { timeout: 60_000 })
    .toContainEqual({ type: 'other', kind: 'catalogue', data: { team_id: person.teamId, what: 'projects' } });
});

it('stops after a permanent error', async () => {
  const person = await aPerson(node);
  expect(await follow(node.url, { token: 'void' }).ended).toMatchObject({ kind: 'refused', status: 401 });
  expect(await follow(node.url, person, { teamId: 999_999 }).ended).toMatchObject({ status: 404 });
});
