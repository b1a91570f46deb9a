import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll } from 'vitest';
import type { TestNode } from '../harness.ts';

/** The path is sent verbatim; `fetch` would normalize it. */
export interface Attack {
  method: string;
  path: string;
  headers?: Record<string, string>;
  /** Text and bytes are sent verbatim, everything else as JSON. */
  body?: unknown;
}

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 });
afterAll(() => agent.destroy());

/** Retries after 503, for busy machines. */
const retries = 8;

/** Sends a request. Retries after 503. */
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
        // An event stream never ends, so its start is enough.
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

/** Headers that always differ. */
const ownToEachAnswer = ['x-request-id', 'date', 'keep-alive'];

/** Ids created by the request itself. */
const newNumber = /"batch_id":\d+/;

/** Status, headers and body without parts that always differ. */
export function visibleIn({ status, headers, text }: Reply): string {
  const varying = newNumber.test(text) ? [...ownToEachAnswer, 'content-length'] : ownToEachAnswer;
  const kept = Object.entries(headers).filter(([name]) => !varying.includes(name));
  return JSON.stringify([status, kept.sort(), text.replace(newNumber, '')]);
}

/** Runs an action for each item with limited concurrency. Keeps the order of results. */
export async function eachOf<T, R>(things: T[], act: (thing: T) => Promise<R>, atOnce = 6): Promise<R[]> {
  const results: R[] = [];
  const queue = things.entries();
  const lane = async () => {
    for (const [index, thing] of queue) results[index] = await act(thing);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return results;
}
