import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { malformed } from '../errors.ts';

/** Request bodies are JSON in UTF-8 and nothing else; another content type is refused with 415. */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => parseJson(body),
  );
}

function parseJson(body: Buffer): unknown {
  // Clients that name a content type on every request send DELETE with an empty body.
  if (body.length === 0) return undefined;
  if (!isUtf8(body)) throw malformed('The body is not valid UTF-8');
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw malformed('The body is not valid JSON');
  }
}
