import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { afterAll, expect } from 'vitest';

export interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  /** The exact body. */
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any;
}

/** A status to respond with, or a function that handles the request. */
export type Reaction = number | ((response: ServerResponse, request: ReceivedRequest) => void);

/** A webhook target that records requests and responds as configured. */
export interface Receiver {
  url: string;
  received: ReceivedRequest[];
  /** Sets the responses to the next requests; the last one is repeated. */
  answer(...answers: [Reaction, ...Reaction[]]): void;
  requests(count: number): Promise<ReceivedRequest[]>;
}

/** Starts a receiver, which is stopped at the end of the file. */
export async function startReceiver(): Promise<Receiver> {
  const received: ReceivedRequest[] = [];
  let answers: Reaction[] = [200];
  const server = createServer(async (incoming, response) => {
    const request = await read(incoming);
    received.push(request);
    const answer = (answers.length > 1 ? answers.shift() : answers[0]) as Reaction;
    if (typeof answer === 'number') response.writeHead(answer).end();
    else answer(response, request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answer(...next) {
      answers = next;
    },
    async requests(count) {
      await expect.poll(() => received.length).toBeGreaterThanOrEqual(count);
      return received;
    },
  };
}

async function read(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const { method = '', url = '', headers } = incoming;
  const body = await text(incoming);
  return { method, url, headers, text: body, body: JSON.parse(body) };
}

/** Never responds. */
export const silence: Reaction = () => {};

/** Responds with headers at once and an endless body. */
export const endless =
  (status = 200): Reaction =>
  (response) => {
    response.writeHead(status);
    const write = () => {
      while (!response.destroyed && response.write('bees '.repeat(1000)));
      if (!response.destroyed) response.once('drain', write);
    };
    write();
  };

export const withHeaders =
  (status: number, headers: Record<string, string>, body = ''): Reaction =>
  (response) =>
    void response.writeHead(status, headers).end(body);

/** Throws unless the signature is valid by Standard Webhooks. */
export function verify(secret: string, { text, headers }: ReceivedRequest): void {
  new Webhook(secret).verify(text, headers as Record<string, string>);
}
