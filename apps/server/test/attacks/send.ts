import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll } from 'vitest';
import type { TestNode } from '../harness.ts';

/** A request whose path goes out exactly as it stands here, which `fetch` would tidy up. */
export interface Attack {
  method: string;
  path: string;
  headers?: Record<string, string>;
  /** Sent as it is when it is a text or bytes, and as JSON otherwise. */
  body?: unknown;
}

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 });
afterAll(() => agent.destroy());

/** How often a request is sent again that was answered 503, which means that the machine is too busy at the moment. */
const retries = 8;

/** Sends a request. What is too much for the machine at the moment is sent again, as the answer says. */
export async function send(node: TestNode, attack: Attack): Promise<Reply> {
  for (let left = retries; ; left--) {
    const reply = await sendOnce(node, attack);
    if (reply.status !== 503 || left === 0 || !reply.headers['retry-after']) return reply;
    await sleep(500);
  }
}

function sendOnce({ url }: TestNode, { method, path, headers = {}, body }: Attack): Promise<Reply> {
  const payload = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sending = request(
      {
        agent,
        hostname,
        port,
        method,
        path,
        headers: {
          ...(payload !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(payload),
          }),
          ...headers,
        },
      },
      (response) => {
        const { statusCode: status = 0, headers } = response;
        const chunks: Buffer[] = [];
        const end = () => resolve({ status, headers, text: Buffer.concat(chunks).toString() });
        // A stream of events has no end: that it has begun is what there is to see.
        if (headers['content-type']?.startsWith('text/event-stream')) {
          response.destroy();
          return end();
        }
        response
          .on('data', (chunk) => chunks.push(chunk))
          .on('end', end)
          .on('error', reject);
      },
    );
    sending.on('error', reject).end(payload);
  });
}

/** What changes from one request to the next, whatever is asked. */
const ownToEachAnswer = ['x-request-id', 'date', 'keep-alive'];

/** The number of what the request itself has made. */
const newNumber = /"batch_id":\d+/;

/** All that somebody sees of an answer, as far as it does not change with each request: status, headers, body. */
export function visibleIn({ status, headers, text }: Reply): string {
  const varying = newNumber.test(text) ? [...ownToEachAnswer, 'content-length'] : ownToEachAnswer;
  const kept = Object.entries(headers).filter(([name]) => !varying.includes(name));
  return JSON.stringify([status, kept.sort(), text.replace(newNumber, '')]);
}

/** Does something with each, several at a time, and answers what came out in their order. */
export async function eachOf<T, R>(things: T[], act: (thing: T) => Promise<R>, atOnce = 6): Promise<R[]> {
  const results: R[] = [];
  const queue = things.entries();
  const lane = async () => {
    for (const [index, thing] of queue) results[index] = await act(thing);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return results;
}
