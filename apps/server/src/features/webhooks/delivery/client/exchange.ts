import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { readRetryAfter } from '../retries.ts';
import { cleanText } from './failures.ts';

export interface Request {
  url: URL;
  headers: Record<string, string>;
  body: string;
}

/** What the target answered. */
export interface Answer {
  status: number;
  /** Seconds. */
  retryAfter: number | null;
  /** How its body begins. */
  excerpt: string;
}

const excerptBytes = 4096;

/** One POST on a connection of its own. Redirects are answers like any other. */
export async function exchange(
  { url, headers, body }: Request,
  { lookup, signal }: { lookup: LookupFunction; signal: AbortSignal },
): Promise<Answer> {
  const { request: open } = url.protocol === 'https:' ? https : http;
  const length = String(Buffer.byteLength(body));
  const request = open(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': length },
    agent: false,
    lookup,
    signal,
  });
  // What goes wrong after the answer has begun is found while reading it.
  request.on('error', () => {});
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return {
    status: response.statusCode ?? 0,
    retryAfter: readRetryAfter(response.headers['retry-after']),
    excerpt: await readExcerpt(response),
  };
}

/** Reads no more than is kept: a body may never end. */
async function readExcerpt(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= excerptBytes) break;
  }
  const bytes = Buffer.concat(chunks).subarray(0, excerptBytes);
  // A character that is cut through at the end is left out.
  return cleanText(new TextDecoder().decode(bytes, { stream: true }));
}
