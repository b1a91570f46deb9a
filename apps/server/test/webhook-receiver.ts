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
  /** The body exactly as it came. */
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any;
}

/** What a receiver does with a request: it answers a status, or does anything else. */
export type Reaction = number | ((response: ServerResponse, request: ReceivedRequest) => void);

/** A target of webhooks: it keeps what it gets and answers as it is told. */
export interface Receiver {
  url: string;
  received: ReceivedRequest[];
  /** Sets the answers to the next requests, one for each; the last one is repeated. */
  answer(...answers: [Reaction, ...Reaction[]]): void;
  /** Waits until so many requests have come, and returns them. */
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

/** An answer that never comes. */
export const silence: Reaction = () => {};

/** Answers with headers at once and a body that never ends. */
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

/** Throws unless the request is signed with this secret, as any library for Standard Webhooks checks it. */
export function verify(secret: string, { text, headers }: ReceivedRequest): void {
  new Webhook(secret).verify(text, headers as Record<string, string>);
}
