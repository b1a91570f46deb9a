import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

/** How long a client may take to read the answer before its connection is cut off. */
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

/** Writes an answer to the connection itself, past the framework, and closes it. */
export function answerOnSocket(
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
  // What the client still sends is read and thrown away: closing a socket with unread input would reset the connection, and
  // the client could lose the answer.
  socket.resume();
  const sendAway = setTimeout(() => socket.destroy(), graceMs);
  socket.once('close', () => clearTimeout(sendAway));
}
