import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { malformed, notValidJson } from '../errors.ts';

/** Request bodies are JSON in UTF-8 and nothing else; another content type is refused with 415. */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => parseJson(readText(body)),
  );
}

export function readText(body: Buffer): string {
  if (!isUtf8(body)) throw malformed('The body is not valid UTF-8');
  return body.toString('utf8');
}

export function parseJson(text: string): unknown {
  // Clients that name a content type on every request send DELETE with an empty body.
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw notValidJson();
  }
}
