import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What one stream has received: ids of activity, and when each of them came. */
export interface Ledger {
  userId: number;
  ids: number[];
  /** Milliseconds since 1970, to be compared with the times of the database on the same machine. */
  times: number[];
  hasLeft: boolean;
  isOpen: boolean;
}

interface Reader extends Ledger {
  token: string;
  socket: Socket | undefined;
  lastId: string;
}

export interface OpenStreams {
  port: number;
  users: { id: number; token: string }[];
}

const readers: Reader[] = [];
const openedAtOnce = 50;
const awayMs = 500;

/** Opens a stream for each user, some at a time, and waits until each has received its first bytes. */
export async function openStreams({ port, users }: OpenStreams): Promise<void> {
  for (let index = 0; index < users.length; index += openedAtOnce) {
    const some = users.slice(index, index + openedAtOnce);
    await Promise.all(some.map(({ id, token }) => openOne(port, newReader(id, token))));
  }
}

/** Closes some streams, spread over the given time, and opens each again from the last id that it has received. */
export async function interruptSome({
  port,
  count,
  seconds,
}: {
  port: number;
  count: number;
  seconds: number;
}) {
  const step = Math.floor(readers.length / count);
  const returns: Promise<void>[] = [];
  for (let index = 0; index < count; index++) {
    returns.push(comeBack(port, readers[index * step] as Reader));
    await sleep((seconds * 1000) / count);
  }
  await Promise.all(returns);
}

async function comeBack(port: number, reader: Reader): Promise<void> {
  reader.hasLeft = true;
  reader.socket?.destroy();
  await sleep(awayMs);
  await openOne(port, reader);
}

export const countEvents = (): number => readers.reduce((sum, { ids }) => sum + ids.length, 0);

export function takeLedgers(): Ledger[] {
  return readers.map(({ token: _token, socket: _socket, lastId: _lastId, ...ledger }) => ledger);
}

export function closeStreams(): void {
  for (const { socket } of readers.splice(0)) socket?.destroy();
}

function newReader(userId: number, token: string): Reader {
  const reader: Reader = {
    userId,
    token,
    ids: [],
    times: [],
    hasLeft: false,
    isOpen: false,
    socket: undefined,
    lastId: '',
  };
  readers.push(reader);
  return reader;
}

function openOne(port: number, reader: Reader): Promise<void> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  reader.socket = socket;
  const resume = reader.lastId ? `last-event-id: ${reader.lastId}\r\n` : '';
  socket.write(
    `GET /api/v1/live HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${reader.token}\r\n${resume}\r\n`,
  );
  return new Promise((resolve, reject) => {
    let rest = '';
    socket.on('data', (text: string) => {
      const now = Date.now();
      const blocks = (rest + text).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) takeBlock(reader, block, now);
      if (reader.socket === socket) reader.isOpen = true;
      resolve();
    });
    socket.on('error', reject).on('close', () => {
      if (reader.socket === socket) reader.isOpen = false;
      reject(new Error(`A stream ended: ${rest.slice(0, 200)}`));
    });
  });
}

/** Reads one block of the stream. The first one follows the head of the answer, and has an id without being an event. */
function takeBlock(reader: Reader, block: string, now: number): void {
  const id = /^id: (\S+)$/m.exec(block)?.[1];
  if (id === undefined) return;
  reader.lastId = id;
  const activityId = /^data: {"activity_id":(\d+),/m.exec(block)?.[1];
  if (activityId === undefined) return;
  reader.ids.push(Number(activityId));
  reader.times.push(now);
}
