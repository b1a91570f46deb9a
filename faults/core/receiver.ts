import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Received {
  path: string;
  id: string;
  body: string;
  bugId: number;
  type: string;
}

/** A webhook endpoint that records all requests. */
export interface Receiver {
  url: string;
  received: Received[];
  /** Sets the handler for further requests; the default responds with 200. */
  respondWith(handler: (response: ServerResponse, request: Received) => void): void;
  close(): void;
}

export const accept = (response: ServerResponse): void => void response.writeHead(200).end();

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let handler: Parameters<Receiver['respondWith']>[0] = accept;
  const server = createServer(async (request, response) => {
    // A killed service leaves an incomplete request, which is ignored.
    const body = await text(request).catch(() => null);
    if (body === null) return;
    const { bug, type } = JSON.parse(body);
    const id = String(request.headers['webhook-id']);
    const entry: Received = { path: request.url ?? '', id, body, bugId: bug.id, type };
    received.push(entry);
    handler(response, entry);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    respondWith(next) {
      handler = next;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
