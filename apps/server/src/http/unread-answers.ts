import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** How long a client may take nothing of what it has asked for. Tests are in more of a hurry. */
export const unreadTimeout = { ms: 30_000 };

/**
 * Cuts off clients that do not read their answers, which would stay in memory for as long as they like. One that reads
 * slowly is not cut off. To be used with a `connectionTimeout`, which is the time until somebody looks at a connection on
 * which nothing has moved.
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

/** A name with several addresses has a server for each. Requests from within the process have none. */
const serverOf = ({ socket }: IncomingMessage) => (socket as Socket & { server?: Server }).server;

function checkConnection(app: FastifyInstance, server: Server, socket: Socket): void {
  // While a connection waits for its next request it has another time than this, and ends with it.
  const isInUse = socket.timeout === server.timeout;
  if (isInUse && socket.writableLength === 0) {
    // What was asked for is still being worked on, or still being asked.
    socket.setTimeout(server.timeout);
    return;
  }
  if (isInUse) app.log.info({ unread: socket.writableLength }, 'an answer that nobody reads was cut off');
  socket.destroy();
}
