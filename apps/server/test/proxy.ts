import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** A proxy that forwards client IP addresses and can be misconfigured. */
export async function startProxy(
  target: () => string,
  { keepsBack = false, maxBytes = Number.POSITIVE_INFINITY } = {},
): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    if (Number(incoming.headers['content-length'] ?? 0) > maxBytes) {
      outgoing.writeHead(413, { 'content-type': 'text/html' }).end('<h1>Too large</h1>');
      return;
    }
    const { 'x-forwarded-for': before, ...headers } = incoming.headers;
    const hops = [before, incoming.socket.remoteAddress].filter(Boolean).join(', ');
    const asked = request(new URL(incoming.url ?? '', target()), {
      method: incoming.method ?? 'GET',
      headers: { ...headers, 'x-forwarded-for': hops },
    });
    incoming.pipe(asked);
    asked.on('error', () => outgoing.writeHead(502).end());
    asked.on('response', async (answer) => {
      const body = keepsBack ? await buffer(answer) : null;
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      if (body) outgoing.end(body);
      else answer.pipe(outgoing);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
