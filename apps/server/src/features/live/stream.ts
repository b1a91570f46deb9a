import type { ServerResponse } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';

/** Tests change it. */
export const pace = {
  pollMs: 1_000,
  /** How often access is checked and heartbeats are sent to some of the streams. */
  tickMs: 1_000,
  ticksPerHeartbeat: 15,
  /** How long a reader who is catching up may take nothing. */
  patienceMs: 30_000,
};

export interface Stream {
  response: ServerResponse;
  log: FastifyBaseLogger;
  userId: number;
  issuedAt: number;
  expiresAt: number;
  teamIds: number[];
  isOfAllTeams: boolean;
  /** The number up to which it has got everything, until it is served with all others. */
  after: number;
  /** Changed catalogues up to this number are not told: their reader reads them, or has read them. */
  openedAt: number;
}

const mostUnsent = 1024 * 1024;

export const isOpen = ({ response }: Stream): boolean => !response.destroyed && !response.writableEnded;

/** A reader who does not keep up is cut off, and may resume. One burst may be larger than the bound: all streams share it. */
export function send(stream: Stream, chunk: Buffer | string): void {
  if (!isOpen(stream)) return;
  if (stream.response.writableLength > mostUnsent) cutOff(stream);
  else stream.response.write(chunk);
}

/** Drops what is not sent yet: a reader who does not read would hold up the end. */
export function end({ response }: Stream): void {
  response.end();
  if (response.writableLength > 0) response.destroy();
}

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
