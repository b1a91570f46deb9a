import type { Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';

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

/** How many connections a process keeps open at once. */
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

/** Whether the request that this connection is at has not arrived in whole. */
export function isArriving(socket: Socket): boolean {
  // A property that Node has but does not declare: the answer that the connection is at.
  const answer = (socket as Socket & { _httpMessage?: { req: { complete: boolean } } })._httpMessage;
  return answer?.req.complete === false;
}
