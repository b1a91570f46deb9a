import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { answerOnSocket } from './broken-requests.ts';
import { isArriving } from './connections.ts';

/**
 * Cuts off clients that do not read their answers, which would stay in memory for as long as they like, and those that do not
 * go on with their requests. A client that is slow is not cut off. It needs the server's `connectionTimeout`, after which Node
 * tells of a connection on which nothing has moved.
 */
export function cutOffStalled(app: FastifyInstance, headers: Record<string, string>): void {
  const watched = new WeakSet<Server>();
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const server = serverOf(raw);
    if (server && !watched.has(server)) {
      watched.add(server);
      server.on('timeout', (socket) => checkConnection(app, server, socket, headers));
    }
    done();
  });
}

/** A host name with several addresses has a server for each of them. Requests from within the process have none. */
const serverOf = ({ socket }: IncomingMessage) => (socket as Socket & { server?: Server }).server;

function checkConnection(
  app: FastifyInstance,
  server: Server,
  socket: Socket,
  headers: Record<string, string>,
): void {
  // While a connection waits for its next request it has another timeout (keep-alive), and is closed after it.
  const isInUse = socket.timeout === server.timeout;
  if (isInUse && isArriving(socket)) {
    answerOnSocket(socket, 408, 'The request did not arrive in time', headers);
    return;
  }
  if (isInUse && socket.writableLength === 0) {
    // Nothing is unread: the request is still being worked on.
    socket.setTimeout(server.timeout);
    return;
  }
  if (isInUse) app.log.info({ unread: socket.writableLength }, 'an answer that nobody reads was cut off');
  socket.destroy();
}
