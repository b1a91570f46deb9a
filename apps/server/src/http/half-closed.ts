import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** A client that has ended its side, and to which nothing has been sent for so long, is taken for gone. */
const patienceMs = 5_000;

/**
 * A client that half-closes its connection, ending its own side after its requests, still gets its answers. Until something
 * is sent to it, it looks the same as a client that has gone; so its connection is closed when nothing is sent for a while.
 * An answer on its way to a slow reader is watched like any other (see stalled.ts).
 */
export function answerHalfClosed(server: Server): void {
  // An option that Node has but does not declare.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('connection', (socket: Socket) => socket.once('end', () => watch(socket)));
}

function watch(socket: Socket): void {
  let written = socket.bytesWritten;
  const watching = setInterval(() => {
    if (socket.bytesWritten === written && socket.writableLength === 0) socket.destroy();
    written = socket.bytesWritten;
  }, patienceMs);
  socket.once('close', () => clearInterval(watching));
}
