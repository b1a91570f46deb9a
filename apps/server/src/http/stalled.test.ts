import { once } from 'node:events';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aPerson } from '../../test/builders.ts';
import { createDatabase, startNode } from '../../test/harness.ts';
import { hold, whenBlocked } from '../../test/hold.ts';
import { openSocket, parseAnswers, sendRaw } from '../../test/raw-http.ts';
import { aLargeList, aRequest, sendUnread } from '../../test/unread-responses.ts';
import { connectionTimeouts } from './connections.ts';

const usual = { ...connectionTimeouts };
const database = await createDatabase();

async function startNodeThatWaits(ms: number) {
  Object.assign(connectionTimeouts, { stalledMs: ms, headersMs: ms / 2, checkMs: 100 });
  const node = await startNode(database);
  Object.assign(connectionTimeouts, usual);
  return node;
}

const hasty = await startNodeThatWaits(1_000);
const patient = await startNodeThatWaits(3_000);
const ada = await aPerson(hasty);
const largeList = await aLargeList(hasty, ada);
const me = '/api/v1/me';
const reading = patient.anyone.with({ authorization: `Bearer ${ada.token}` });
const { text: whole } = await reading.get(largeList);

const cutOffs = () => hasty.logs.filter(({ msg }) => msg === 'closed connection with unread response');

/** Reads slowly until the connection ends. */
async function readSlowly(socket: Socket): Promise<{ bytes: number; pausedMs: number }> {
  let bytes = 0;
  let pausedMs = 0;
  for await (const chunk of socket) {
    bytes += chunk.length;
    await sleep(30);
    pausedMs += 30;
  }
  return { bytes, pausedMs };
}

describe('an answer that nobody reads', () => {
  it('is cut off, with those behind it on the same connection', async () => {
    const socket = sendUnread(hasty, `${aRequest(ada, largeList)}\r\n`.repeat(4));
    await expect.poll(cutOffs).toHaveLength(1);
    const ended = once(socket, 'close');
    let bytes = 0;
    socket.on('data', (chunk) => {
      bytes += chunk.length;
    });
    socket.resume();
    await ended;
    expect(bytes).toBeLessThan(4 * Buffer.byteLength(whole));
  });

  it('is sent to its end when it is read slowly', async () => {
    const head = `${aRequest(ada, largeList)}connection: close\r\n\r\n`;
    const socket = sendUnread(patient, head);
    const { bytes, pausedMs } = await readSlowly(socket);
    expect(bytes).toBeGreaterThan(Buffer.byteLength(whole));
    // Longer than a response may stay unread.
    expect(pausedMs).toBeGreaterThan(3_000);
  });

  it('is something else than one that takes its time', async () => {
    const release = await hold(hasty, (trx) => sql`lock table bugs in access exclusive mode`.execute(trx));
    const answer = ada.api.get('/api/v1/bugs-admin/1');
    await whenBlocked(hasty);
    // Longer than a response may stay unread.
    await sleep(2_000);
    await release();
    expect((await answer).status).toBe(200);
  });

  it('is something else than a connection between two requests', async () => {
    const socket = sendUnread(hasty, `${aRequest(ada, me)}\r\n`);
    await once(socket, 'readable');
    await sleep(2_000);
    socket.write(`${aRequest(ada, me)}connection: close\r\n\r\n`);
    let text = '';
    for await (const chunk of socket) text += chunk;
    expect(text.match(/HTTP\/1.1 200/g)).toHaveLength(2);
  });
});

describe('a request that does not go on', () => {
  const tooLate = [408, JSON.stringify({ detail: 'The request did not arrive in time' })];
  const login =
    'POST /api/v1/auth/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 99\r\n';
  it.each([
    ['before its first byte', ''],
    ['within its headers', login],
    ['within its body', `${login}\r\n{"email":`],
  ])('%s is cut off, and told why', async (_where, beginning) => {
    const [answer] = await sendRaw(hasty.url, beginning);
    expect([answer?.status, answer?.body]).toEqual(tooLate);
  });

  it('goes on for as long as something comes', async () => {
    const body = JSON.stringify({ email: ada.email, password: ada.password });
    const socket = await openSocket(hasty.url);
    socket.write(`${login.replace('99', String(body.length))}connection: close\r\n\r\n`);
    for (const letter of body.slice(0, 6)) {
      socket.write(letter);
      await sleep(300);
    }
    socket.write(body.slice(6));
    const [answer] = parseAnswers(await text(socket));
    socket.destroy();
    expect(answer?.status).toBe(200);
  });
});
