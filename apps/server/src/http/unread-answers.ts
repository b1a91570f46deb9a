import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How long a client may read nothing of its answer. It is an object so that tests can shorten it. */
export const unreadTimeout = { ms: 30_000 };

/**
 * Cuts off clients that do not read their answers, which would stay in memory for as long as they like. A client that reads
 * slowly is not cut off. It needs the server's `connectionTimeout`, after which Node tells of a connection on which nothing
 * has moved.
 */
export function cutOffUnread(app: FastifyInstance): void {
  const watched = new WeakSet<Server>();
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const server = serverOf(raw);
    if (server && !watched.has(server)) {
      watched.add(server);
      server.on('timeout', (socket) => checkConnection(app, server, socket));
    }
    done();
  });
}

/** A host name with several addresses has a server for each of them. Requests from within the process have none. */
const serverOf = ({ socket }: IncomingMessage) => (socket as Socket & { server?: Server }).server;

function checkConnection(app: FastifyInstance, server: Server, socket: Socket): void {
  // While a connection waits for its next request it has another timeout (keep-alive), and is closed after it.
  const isInUse = socket.timeout === server.timeout;
  if (isInUse && socket.writableLength === 0) {
    // Nothing is unread: the request is still arriving, or still being worked on.
    socket.setTimeout(server.timeout);
    return;
  }
  if (isInUse) app.log.info({ unread: socket.writableLength }, 'an answer that nobody reads was cut off');
  socket.destroy();
}
