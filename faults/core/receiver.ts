import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** One request that a webhook was sent. */
export interface Received {
  path: string;
  id: string;
  body: string;
  bugId: number;
  type: string;
}

/** A target of webhooks, which keeps what it gets. */
export interface Receiver {
  url: string;
  received: Received[];
  /** What it does with further requests, each of which it has kept already; it answers 200 unless told otherwise. */
  react(reaction: (response: ServerResponse, request: Received) => void): void;
  close(): void;
}

export const accept = (response: ServerResponse): void => void response.writeHead(200).end();

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let reaction: Parameters<Receiver['react']>[0] = accept;
  const server = createServer(async (request, response) => {
    // A service that is killed while it sends leaves half a request, which counts for nothing.
    const body = await text(request).catch(() => null);
    if (body === null) return;
    const { bug, type } = JSON.parse(body);
    const id = String(request.headers['webhook-id']);
    const kept: Received = { path: request.url ?? '', id, body, bugId: bug.id, type };
    received.push(kept);
    reaction(response, kept);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    react(next) {
      reaction = next;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
