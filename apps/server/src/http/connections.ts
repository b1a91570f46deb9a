import { type IncomingMessage, type Server, type ServerOptions, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { ApiError, malformed } from '../errors.ts';

/** Mutable for tests. */
export const connectionTimeouts = {
  /** Request line and headers, from the start of the connection or their first byte; see `checkMs`. */
  headersMs: 14_000,
  /** The whole request. Enough for an image over a slow connection. */
  requestMs: 120_000,
  /** Without progress, in either direction. */
  stalledMs: 30_000,
  /** Between requests. Node waits one second longer than it announces. */
  idleMs: 58_500,
  /** How often Node checks the first two. */
  checkMs: 1_000,
};

const maxOpenConnections = 10_000;

export const connectionOptions = (): ServerOptions => ({
  headersTimeout: connectionTimeouts.headersMs,
  requestTimeout: connectionTimeouts.requestMs,
  connectionsCheckingInterval: connectionTimeouts.checkMs,
});

/** Above the limit new connections are closed, and idle ones too, to make room. */
export function limitConnections(server: Server): void {
  server.maxConnections = maxOpenConnections;
  server.on('drop', () => server.closeIdleConnections());
}

/** Unread responses would stay in memory. Node emits `timeout` after `connectionTimeout` without progress. */
export function closeStalledConnections(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', ({ raw: request }, { raw: response }, done) => {
    response.on('timeout', (socket: Socket) => {
      if (!request.complete) answerOnSocket(socket, 408, 'The request did not arrive in time', headers);
      // Nothing is unread: the request is still in progress.
      else if (socket.writableLength === 0) socket.setTimeout(app.server.timeout);
      else {
        app.log.info({ unread: socket.writableLength }, 'closed connection with unread response');
        socket.destroy();
      }
    });
    done();
  });
}

const graceMs = 2_000;

/** Responds in our error format to input that Node cannot parse as HTTP. */
export function respondToMalformedRequests(headers: Record<string, string>) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    // The remainder of a request that was already answered.
    if (socket.writableEnded) return;
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else if (error.code === 'HPE_HEADER_OVERFLOW')
      answerOnSocket(socket, 431, 'The headers are too large', headers);
    else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT')
      answerOnSocket(socket, 408, 'The request did not arrive in time', headers);
    else answerOnSocket(socket, 400, 'The request is not valid HTTP', headers);
  };
}

function answerOnSocket(
  socket: Socket,
  status: number,
  detail: string,
  headers: Record<string, string>,
): void {
  const body = JSON.stringify({ detail });
  const all = {
    ...headers,
    'x-request-id': crypto.randomUUID(),
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  // Closing a socket with unread input resets the connection, and the client may lose the response.
  socket.resume();
  const sendAway = setTimeout(() => socket.destroy(), graceMs);
  socket.once('close', () => clearTimeout(sendAway));
}

/** Rejects requests that Node would answer in another format, or that can be read in two ways (request smuggling). */
export function rejectMalformedRequests(app: FastifyInstance, headers: Record<string, string>): void {
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
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1'))
    return malformed('The request must have one Host header');
  const { expect } = headers;
  if (expect !== undefined && !/^100-continue$/i.test(expect))
    return new ApiError(417, 'Expect must be 100-continue');
  return undefined;
}

/** Node keeps only the first Host header, but a proxy may have used another. */
function countHosts(rawHeaders: string[]): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count;
}
