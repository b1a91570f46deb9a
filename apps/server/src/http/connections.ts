import { type IncomingMessage, type Server, type ServerOptions, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { ApiError, malformed } from '../errors.ts';

/** How long each part of a request may take. It is an object so that tests can shorten it. */
export const connectionTimeouts = {
  /** The request line and the headers, counted from the connection's beginning or from their first byte; see `checkMs`. */
  headersMs: 14_000,
  /** A whole request: enough for an image over the slowest of connections. */
  requestMs: 120_000,
  /** Without any progress, while a request arrives or an answer is being read. */
  stalledMs: 30_000,
  /** Between an answer and the next request. Node waits for a second more than it tells clients. */
  idleMs: 58_500,
  /** How often Node looks for the first two. */
  checkMs: 1_000,
};

const mostConnections = 10_000;

export const connectionOptions = (): ServerOptions => ({
  headersTimeout: connectionTimeouts.headersMs,
  requestTimeout: connectionTimeouts.requestMs,
  connectionsCheckingInterval: connectionTimeouts.checkMs,
});

/** Beyond the limit a connection is closed at once; those that only lie idle are closed with it, to make room for the next. */
export function limitConnections(server: Server): void {
  server.maxConnections = mostConnections;
  server.on('drop', () => server.closeIdleConnections());
}

/** Clients that do not read their answers would keep them in memory. Node emits `timeout` when nothing has moved for `connectionTimeout`. */
export function cutOffStalled(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', ({ raw: request }, { raw: response }, done) => {
    response.on('timeout', (socket: Socket) => {
      if (!request.complete) answerOnSocket(socket, 408, 'The request did not arrive in time', headers);
      // Nothing is unread: the request is still being worked on.
      else if (socket.writableLength === 0) socket.setTimeout(app.server.timeout);
      else {
        app.log.info({ unread: socket.writableLength }, 'an answer that nobody reads was cut off');
        socket.destroy();
      }
    });
    done();
  });
}

const graceMs = 2_000;

/** Answers in the usual shape what Node's parser cannot read as HTTP at all. */
export function answerBrokenRequests(headers: Record<string, string>) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    // This is the rest of what has been answered already.
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
  // Closing a socket with unread input would reset the connection, and the client could lose the answer.
  socket.resume();
  const sendAway = setTimeout(() => socket.destroy(), graceMs);
  socket.once('close', () => clearTimeout(sendAway));
}

/** Node would answer some of these in another shape, and let others pass that can be read in two ways (request smuggling). */
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
