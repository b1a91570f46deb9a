import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import Module, { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type Store, storeAt } from './s3-store.ts';

/** An in-process S3 server. */
export interface S3Server extends Store {
  /** Backdates an object. */
  age(key: string, minutes: number): Promise<void>;
  /** Replaces responses of the store until the returned function is called. */
  interfere(listener: RequestListener, matches?: (request: IncomingMessage) => boolean): () => void;
}

const require = createRequire(import.meta.url);
escapeWholeQuery();
// The package has no types.
const S3rver = require('@20minutes/s3rver');
const key = 'S3RVER';
const bucket = 'bees';

export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'skep-s3-'));
  const store = new S3rver({
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket }],
  });
  await store.configureBuckets();
  const answer = changesOneByOne(store.callback());
  let interference: { listener: RequestListener; matches: (request: IncomingMessage) => boolean } | undefined;

  const server = createServer((request, response) => {
    if (interference?.matches(request)) interference.listener(request, response);
    else if (isSigned(request.url, request.headers)) answer(request, response);
    else response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await rm(directory, { recursive: true, force: true });
  });

  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const place = { endpoint, region: 'eu-north-1', accessKeyId: key, secretAccessKey: key };
  return {
    ...storeAt(place),
    async age(key, minutes) {
      const time = new Date(Date.now() - minutes * 60_000);
      await utimes(join(directory, bucket, `${key}._S3rver_object`), time, time);
    },
    interfere(listener, matches = () => true) {
      interference = { listener, matches };
      return () => {
        interference = undefined;
      };
    },
  };
}

/** The store removes empty folders while other requests write into them, so changes are serialized. */
function changesOneByOne(answer: RequestListener): RequestListener {
  let last: Promise<unknown> = Promise.resolve();
  return (request, response) => {
    if (request.method !== 'PUT' && request.method !== 'DELETE') {
      answer(request, response);
      return;
    }
    last = last.then(async () => {
      if (response.closed) return;
      const closed = once(response, 'close');
      answer(request, response);
      await closed;
    });
  };
}

/** The store accepts unsigned requests, which a private bucket would not. */
function isSigned(url = '', headers: { authorization?: string | undefined }): boolean {
  return headers.authorization !== undefined || url.includes('X-Amz-Signature=');
}

/** When verifying a query signature, the store does not escape five characters that the protocol requires. */
function escapeWholeQuery(): void {
  const file = require.resolve('@20minutes/s3rver/lib/middleware/authentication.js');
  const source = readFileSync(file, 'utf8');
  const mended = source.replace(
    '[param, value].map(encodeURIComponent)',
    '[param, value].map(encodeURIComponentRFC3986)',
  );
  if (mended === source) throw new Error('The S3 store has changed: it need not be mended any more');
  const module = Object.assign(new Module(file), { filename: file, paths: require.resolve.paths(file) });
  require.cache[file] = module;
  // An undeclared Node method.
  (module as unknown as { _compile(source: string, file: string): void })._compile(mended, file);
}
