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
  /** To the letter. */
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any;
}

/** What a receiver does with a request: a status, or anything else. */
export type Answer = number | ((response: ServerResponse, request: ReceivedRequest) => void);

/** A target of webhooks: it keeps what it gets and answers as it is told. */
export interface Receiver {
  url: string;
  received: ReceivedRequest[];
  /** Answers to the next requests, one each; then the last of them goes on. */
  answer(...answers: [Answer, ...Answer[]]): void;
  /** Waits until there are so many, and returns them. */
  requests(count: number): Promise<ReceivedRequest[]>;
}

/** Starts one; it is stopped at the end of the file. */
export async function startReceiver(): Promise<Receiver> {
  const received: ReceivedRequest[] = [];
  let answers: Answer[] = [200];
  const server = createServer(async (incoming, response) => {
    const request = await read(incoming);
    received.push(request);
    const answer = (answers.length > 1 ? answers.shift() : answers[0]) as Answer;
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
      await expect.poll(() => received.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(count);
      return received;
    },
  };
}

async function read(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const { method = '', url = '', headers } = incoming;
  const body = await text(incoming);
  return { method, url, headers, text: body, body: JSON.parse(body) };
}

/** Never answers. */
export const silence: Answer = () => {};

/** Answers with headers at once and a body that never ends. */
export const endless =
  (status = 200): Answer =>
  (response) => {
    response.writeHead(status);
    const write = () => {
      while (!response.destroyed && response.write('bees '.repeat(1000)));
      if (!response.destroyed) response.once('drain', write);
    };
    write();
  };

export const withHeaders =
  (status: number, headers: Record<string, string>, body = ''): Answer =>
  (response) =>
    void response.writeHead(status, headers).end(body);

/** Throws unless the request is signed with this secret, as any library for Standard Webhooks checks it. */
export function verify(secret: string, { text, headers }: ReceivedRequest): void {
  new Webhook(secret).verify(text, headers as Record<string, string>);
}
