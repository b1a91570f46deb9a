import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { aBug, aPerson, aProject } from '../../../test/builders.ts';
import { proxyTo } from '../../../test/database-proxy.ts';
import { openStream } from '../../../test/event-stream.ts';
import { createDatabase, startNode } from '../../../test/harness.ts';
import { intoOutbox } from '../events/outbox.ts';
import { pace } from './stream.ts';

pace.tickMs = 20;
// Long enough for a reader on a slow machine.
pace.maxWaitMs = 1_000;

const database = await createDatabase();
const line = await proxyTo(database);
const [node, cutAway] = await Promise.all([startNode(database), startNode(line)]);
const ada = await aPerson(node);
const project = await aProject(ada);
const { db } = node;

const heartbeats = (comments: string[]) => comments.filter((text) => text === 'heartbeat');

it('is kept alive by comments', async () => {
  const { comments, events } = await openStream(node, ada);
  await expect.poll(() => heartbeats(comments).length).toBeGreaterThan(1);
  expect(events).toEqual([]);
});

/** Opens a stream without reading it. */
async function aStalledReader(lastEventId?: number, at = node): Promise<Socket> {
  const socket = connect(Number(new URL(at.url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const resume = lastEventId === undefined ? '' : `last-event-id: ${lastEventId}\r\n`;
  socket.write(`GET /api/v1/live HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${ada.token}\r\n${resume}\r\n`);
  await once(socket, 'readable');
  return socket;
}

/** Returns the number of events. */
async function flood(count: number): Promise<number> {
  const bugId = await aBug(node, project, { url: `https://example.com/${'x'.repeat(8_000)}` });
  await sql`
    with noted as (
      insert into activity (team_id, project_id, bug_id, kind, via, created_at)
      select ${ada.teamId}, ${project.id}, ${bugId}, 'commented', 'api', now()
      from generate_series(1, ${count}::integer)
      returning id, team_id, bug_id
    )
    ${sql.raw(intoOutbox)}`.execute(db);
  return count + 1;
}

/** Ids of complete events. */
const idsIn = (text: string) =>
  [...text.matchAll(/^data: {"activity_id":(\d+),.*\n\n/gm)].map(([, id]) => Number(id));

/** Everything still in transit when the connection ended. */
async function readRest(socket: Socket): Promise<string> {
  let text = '';
  socket
    .on('error', () => {})
    .on('data', (chunk) => {
      text += chunk;
    });
  if (!socket.closed) await once(socket, 'close');
  return text;
}

const cutOffs = () => node.logs.filter(({ msg }) => String(msg).includes('client too slow')).length;

it('is cut off when its reader does not keep up, who then gets the rest', async () => {
  const [lazy, keen] = [await aStalledReader(), await openStream(node, ada)];
  const before = cutOffs();
  let sent = 0;
  while (cutOffs() === before && sent < 10_000) {
    sent += await flood(100);
    await keen.receive(sent);
  }
  const read = idsIn(await readRest(lazy));
  expect(read.length).toBeLessThan(sent);
  const again = await openStream(node, { ...ada, lastEventId: read.at(-1) ?? 0 });
  await again.receive(sent - read.length);
  expect([...read, ...again.events.map(({ id }) => id)]).toEqual(keen.events.map(({ id }) => id));
});

it('is cut off when its reader comes back and takes nothing of what it has missed', async () => {
  const before = cutOffs();
  const lazy = await aStalledReader(0);
  await expect.poll(cutOffs).toBe(before + 1);
  await readRest(lazy);
});

it('lasts while the database is away, and then brings what happened meanwhile', async () => {
  const stream = await openStream(cutAway, ada);
  await aBug(node, project);
  await stream.receive(1);
  line.cut();
  const missed = [await aBug(node, project), await aBug(node, project)];
  await expect
    .poll(() => cutAway.logs.some(({ msg }) => /waits for the database/.test(String(msg))))
    .toBe(true);
  line.mend();
  await stream.receive(3);
  expect(stream.events.slice(1).map(({ data }) => data.bug_id)).toEqual(missed);
});

it('is refused to a user who has a hundred, until one of them is closed', async () => {
  const mary = await aPerson(node);
  const open = () => openStream(node, mary);
  const streams = await Promise.all(Array.from({ length: 100 }, open));
  const refused = await mary.api.get('/api/v1/live');
  expect(refused.status).toBe(429);
  expect(refused.body).toEqual({
    detail: 'A user can have 100 open live streams. Close one first.',
  });
  expect(refused.headers.get('retry-after')).toBe('5');
  await openStream(node, ada);
  await streams[0]?.close();
  await expect.poll(() => open().then(() => true, String)).toBe(true);
});

it('ends at once when the service stops', async () => {
  const stopping = await startNode(database);
  const [stream, lazy] = [await openStream(stopping, ada), await aStalledReader(0, stopping)];
  await stopping.stop();
  await stream.ended;
  await readRest(lazy);
});
