import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, type Encoding } from './compression.ts';
import { isAmong } from './json.ts';

export interface BuiltFile {
  type: string;
  etag: string;
  plain: Buffer;
  encoded: Partial<Record<Encoding, Buffer>>;
}

const endings: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** Reads files into memory: requests cannot reach other files, and a later build changes nothing. */
export function readBuiltFiles(folder: string, names = readdirSync(folder)): Map<string, BuiltFile> {
  const served = names.filter((name) => extname(name) in types);
  return new Map(served.map((name) => [name, readBuiltFile(join(folder, name))]));
}

export const etagOf = (bytes: Buffer) => `W/"${hash('sha256', bytes, 'base64url').slice(0, 27)}"`;

function readBuiltFile(path: string): BuiltFile {
  const plain = readFileSync(path);
  const encoded = Object.entries(endings)
    .filter(([, ending]) => existsSync(path + ending))
    .map(([encoding, ending]) => [encoding, readFileSync(path + ending)]);
  return {
    type: types[extname(path)] as string,
    etag: etagOf(plain),
    plain,
    encoded: Object.fromEntries(encoded),
  };
}

export function sendBuiltFile(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { type, plain, encoded }: BuiltFile,
): FastifyReply {
  const encoding = chooseEncoding(headers['accept-encoding'], encoded);
  if (encoding) reply.header('content-encoding', encoding);
  reply.header('vary', 'accept-encoding').type(type);
  return reply.send((encoding && encoded[encoding]) ?? plain);
}

export function sendIfChanged(request: FastifyRequest, reply: FastifyReply, file: BuiltFile): FastifyReply {
  reply.header('etag', file.etag);
  if (isAmong(file.etag, request.headers['if-none-match']))
    return reply.header('vary', 'accept-encoding').code(304).send();
  return sendBuiltFile(request, reply, file);
}

/** Scripts and styles from our own origin only, with trusted types. Pages add their other sources. */
export const contentSecurityPolicy = (...sources: string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ...sources,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
