import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Activity ids that one stream received, with their times. */
export interface Ledger {
  userId: number;
  ids: number[];
  /** Milliseconds since the epoch. */
  times: number[];
  wasInterrupted: boolean;
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
const batchSize = 50;
const reconnectAfterMs = 500;

/** Opens a stream for each user in batches and waits for the first bytes of each. */
export async function openStreams({ port, users }: OpenStreams): Promise<void> {
  for (let index = 0; index < users.length; index += batchSize) {
    const some = users.slice(index, index + batchSize);
    await Promise.all(some.map(({ id, token }) => openOne(port, newReader(id, token))));
  }
}

/** Closes some streams, spread over the given time, and reconnects each with Last-Event-ID. */
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
  const reconnects: Promise<void>[] = [];
  for (let index = 0; index < count; index++) {
    reconnects.push(reconnect(port, readers[index * step] as Reader));
    await sleep((seconds * 1000) / count);
  }
  await Promise.all(reconnects);
}

async function reconnect(port: number, reader: Reader): Promise<void> {
  reader.wasInterrupted = true;
  reader.socket?.destroy();
  await sleep(reconnectAfterMs);
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
    wasInterrupted: false,
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
      reject(new Error(`A stream was closed: ${rest.slice(0, 200)}`));
    });
  });
}

/** The first block follows the response header and has an id but no event. */
function takeBlock(reader: Reader, block: string, now: number): void {
  const id = /^id: (\S+)$/m.exec(block)?.[1];
  if (id === undefined) return;
  reader.lastId = id;
  const activityId = /^data: {"activity_id":(\d+),/m.exec(block)?.[1];
  if (activityId === undefined) return;
  reader.ids.push(Number(activityId));
  reader.times.push(now);
}
