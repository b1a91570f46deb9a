import type { ServerResponse } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';

/** Mutable for tests. */
export const pace = {
  pollMs: 1_000,
  /** Interval of access checks and of heartbeats to some of the streams. */
  tickMs: 1_000,
  ticksPerHeartbeat: 15,
  /** Maximum stall of a client that is catching up. */
  maxWaitMs: 30_000,
};

export interface Stream {
  response: ServerResponse;
  log: FastifyBaseLogger;
  userId: number;
  issuedAt: number;
  expiresAt: number;
  teamIds: number[];
  isOfAllTeams: boolean;
  /** Everything up to this number has been sent, until the follower takes over. */
  after: number;
  /** Catalogue changes up to this number are skipped: the client has read or will read them. */
  openedAt: number;
}

const maxUnsentBytes = 1024 * 1024;

export const isOpen = ({ response }: Stream): boolean => !response.destroyed && !response.writableEnded;

/** Disconnects clients that do not keep up; they can resume. A single chunk may exceed the limit, since it is shared. */
export function send(stream: Stream, chunk: Buffer | string): void {
  if (!isOpen(stream)) return;
  if (stream.response.writableLength > maxUnsentBytes) cutOff(stream);
  else stream.response.write(chunk);
}

/** Drops unsent data: a client that does not read would delay the end. */
export function end({ response }: Stream): void {
  response.end();
  if (response.writableLength > 0) response.destroy();
}

export async function untilDrained(stream: Stream): Promise<void> {
  const { response } = stream;
  if (!response.writableNeedDrain) return;
  await new Promise<void>((resolve) => {
    const giveUp = setTimeout(() => cutOff(stream), pace.maxWaitMs);
    const finish = () => {
      clearTimeout(giveUp);
      response.off('drain', finish).off('close', finish);
      resolve();
    };
    response.once('drain', finish).once('close', finish);
  });
}

function cutOff({ response, log }: Stream): void {
  if (!response.destroyed) log.info('live stream closed: client too slow');
  response.destroy();
}
