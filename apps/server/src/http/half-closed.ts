import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** A client that has ended its side and gets nothing for so long is taken for gone. */
const patienceMs = 5_000;

/**
 * Who ends its side of a connection after asking still gets its answers. From here that looks the same as one who has gone,
 * until something is sent to it; so where nothing is to be sent, nobody is waited for. What is on its way to a slow reader is
 * watched as everywhere (see unread-answers.ts).
 */
export function answerHalfClosed(server: Server): void {
  // What Node has but does not declare.
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
