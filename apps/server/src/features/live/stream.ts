import type { ServerResponse } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { pace } from './pace.ts';

/** One open connection. There may be thousands: whatever can be shared is kept elsewhere. */
export interface Stream {
  response: ServerResponse;
  log: FastifyBaseLogger;
  userId: number;
  /** Of the access token, in seconds. */
  issuedAt: number;
  expiresAt: number;
  teamIds: number[];
  /** It was asked for all teams of the user. */
  isOfAllTeams: boolean;
  /** Streams are numbered, so that heartbeats are not sent to all at the same moment. */
  number: number;
}

/** What a reader may leave unread, beside what the system's own buffers hold. */
const mostUnsent = 1024 * 1024;

export const isOpen = ({ response }: Stream): boolean => !response.destroyed && !response.writableEnded;

/** Until then it does not exist for its reader. */
export const isGreeted = ({ response }: Stream): boolean => response.headersSent;

/**
 * A reader who does not keep up is cut off: it comes back and goes on from its last event. One burst, as of a bulk change,
 * may be larger than the bound: it is in memory once for all.
 */
export function send(stream: Stream, chunk: Buffer | string): void {
  if (!isOpen(stream)) return;
  if (stream.response.writableLength > mostUnsent) cutOff(stream);
  else stream.response.write(chunk);
}

/** What is not sent yet is dropped: whoever does not read would hold up the end. */
export function end({ response }: Stream): void {
  response.end();
  if (response.writableLength > 0) response.destroy();
}

/** Waits until the reader has taken what was sent; one who never does is cut off. */
export async function untilTaken(stream: Stream): Promise<void> {
  const { response } = stream;
  if (!response.writableNeedDrain) return;
  await new Promise<void>((resolve) => {
    const giveUp = setTimeout(() => cutOff(stream), pace.patienceMs);
    const finish = () => {
      clearTimeout(giveUp);
      response.off('drain', finish).off('close', finish);
      resolve();
    };
    response.once('drain', finish).once('close', finish);
  });
}

function cutOff({ response, log }: Stream): void {
  if (!response.destroyed) log.info('a live stream was cut off: its reader does not keep up');
  response.destroy();
}
