import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

/** A raw response. */
export interface RawAnswer {
  status: number;
  headers: Map<string, string>;
  body: string;
}

/** A connection that stays half-open when the other side ends. */
export async function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  await once(socket, 'connect');
  return socket;
}

/** Sends raw bytes and reads until the other side ends. */
export async function sendRaw(url: string, request: string | Buffer): Promise<RawAnswer[]> {
  const socket = await openSocket(url);
  socket.write(request);
  const answers = parseAnswers(await text(socket));
  socket.destroy();
  return answers;
}

export function parseAnswers(wire: string): RawAnswer[] {
  return wire
    .split(/(?=HTTP\/1\.1 \d{3})/)
    .filter(Boolean)
    .map((answer) => {
      const [head = '', body = ''] = answer.split(/\r\n\r\n/, 2);
      const [first = '', ...lines] = head.split('\r\n');
      const headers = lines.map((line) => line.split(/: ?(.*)/, 2) as [string, string]);
      const lowered = headers.map(([name, value]) => [name.toLowerCase(), value] as const);
      return { status: Number(first.split(' ')[1]), headers: new Map(lowered), body };
    });
}
