import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { ApiError, malformed } from '../errors.ts';
import { answerOnSocket } from './broken-requests.ts';

/**
 * Refuses requests that Node would answer by itself, in another shape, and those that it would let pass although they can be
 * read in two ways, which is what request smuggling needs.
 */
export function refuseOddRequests(app: FastifyInstance, headers: Record<string, string>): void {
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.server.on('connect', (_request: IncomingMessage, socket: Socket) =>
    answerOnSocket(
      socket.on('error', () => {}),
      405,
      'Method not allowed',
      headers,
    ),
  );
  app.addHook('onRequest', (request, _reply, done) => done(faultOf(request.raw)));
}

function faultOf({ httpVersion, headers, rawHeaders }: IncomingMessage): ApiError | undefined {
  const hosts = countHosts(rawHeaders);
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) return malformed('Send one Host header');
  const { expect } = headers;
  if (expect !== undefined && !/^100-continue$/i.test(expect))
    return new ApiError(417, 'Only 100-continue can be expected');
  return undefined;
}

/** Counts the Host headers. Node keeps the first one only, and a proxy in front may have gone by another. */
function countHosts(rawHeaders: string[]): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count;
}
