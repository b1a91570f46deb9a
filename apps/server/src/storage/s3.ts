import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import type { S3Config } from '../config.ts';
import { fetchWithDnsCheck } from '../dns/lookup.ts';
import { beginsLike, contentDisposition, signatureLength } from './images.ts';
import {
  beginningOfQuarter,
  type ExpectedImage,
  type ImageStore,
  imageCaching,
  readUrlLifetimeMs,
  requireObjectKey,
  staleAfterMs,
} from './storage.ts';

/** A presigned PUT URL stays valid after the upload, so the image is a verified copy that clients cannot overwrite. */
export interface S3Storage extends ImageStore {
  kind: 's3';
  collect(image: ExpectedImage): Promise<Collected>;
  removeUpload(objectKey: string): Promise<void>;
}

/** `refused`: not as declared, and removed. */
type Collected = 'nothing yet' | 'refused' | 'kept';

/** Prefixes, because the bucket may be shared. */
const uploads = 'skep/uploads/';
const images = 'skep/attachments/';
const uploadOf = (objectKey: string) => uploads + requireObjectKey(objectKey);
const imageOf = (objectKey: string) => images + requireObjectKey(objectKey);
const sweepMs = 5_000;
const ownUpload = /^skep\/uploads\/[0-9a-f-]{36}\.\w+$/;

export function createS3Storage(config: S3Config): S3Storage {
  const client = new S3Client(config);

  async function remove(objectKey: string): Promise<void> {
    await client.delete(imageOf(objectKey));
    await client.delete(uploadOf(objectKey));
  }

  return {
    kind: 's3',
    uploadUrl: async ({ object_key, content_type, content_length, expires_at }) =>
      client.presign('PUT', uploadOf(object_key), {
        expiresSeconds: Math.round((expires_at.getTime() - Date.now()) / 1000),
        headers: { 'content-type': content_type, 'content-length': String(content_length) },
      }),
    readUrl: async ({ object_key, content_type, filename }, lifetimeMs = readUrlLifetimeMs) =>
      client.presign('GET', imageOf(object_key), {
        signedAt: beginningOfQuarter(),
        expiresSeconds: lifetimeMs / 1000,
        query: {
          'response-cache-control': imageCaching,
          'response-content-type': content_type,
          'response-content-disposition': contentDisposition(filename, content_type),
        },
      }),

    async collect(image) {
      const upload = await client.describe(uploadOf(image.object_key));
      if (!upload) return 'nothing yet';
      const { content_type, content_length } = image;
      if (upload.type === content_type && upload.length === content_length) {
        await client.copy(uploadOf(image.object_key), imageOf(image.object_key), content_type);
        if (await isAsAnnounced(client, image)) return 'kept';
      }
      await remove(image.object_key);
      return 'refused';
    },

    read: async (objectKey) => client.read(imageOf(objectKey)),

    async keep(objectKey, bytes) {
      const existing = await client.describe(imageOf(objectKey));
      if (existing?.length === bytes.length) return false;
      await client.write(imageOf(objectKey), bytes);
      return true;
    },

    remove,
    removeUpload: async (objectKey) => client.delete(uploadOf(objectKey)),

    // The store reports this to its owner itself.
    hasRoom: async () => true,

    async removeStaleUploads() {
      const deadline = performance.now() + sweepMs;
      for await (const { key, lastModified } of client.list(uploads)) {
        const isStale = lastModified.getTime() < Date.now() - staleAfterMs;
        if (isStale && ownUpload.test(key)) await client.delete(key);
        if (performance.now() > deadline) return;
      }
    },
  };
}

async function isAsAnnounced(client: S3Client, image: ExpectedImage): Promise<boolean> {
  const { length, bytes } = await client.begin(imageOf(image.object_key), signatureLength);
  return length === image.content_length && beginsLike(image.content_type, bytes);
}

interface Presigning {
  signedAt?: Date;
  expiresSeconds: number;
  headers?: Record<string, string>;
  query?: Record<string, string>;
}

const timeoutMs = 3_000;
/** For whole images; no request waits for it. */
const wholeTimeoutMs = 60_000;
const nothing: Buffer = Buffer.alloc(0);

export class S3Client {
  readonly #config: S3Config;

  constructor(config: S3Config) {
    this.#config = config;
  }

  #addressOf(key: string): string {
    const { endpoint, bucket } = this.#config;
    return `${endpoint}/${bucket}/${key}`;
  }

  #signerOf(method: string, url: string, options: object): AwsV4Signer {
    const { endpoint: _, bucket: __, ...credentials } = this.#config;
    return new AwsV4Signer({ ...credentials, service: 's3', method, url, ...options });
  }

  async #request(
    method: string,
    url: string,
    headers: Record<string, string> = {},
    { body = nothing, maxWaitMs = timeoutMs }: { body?: Buffer; maxWaitMs?: number } = {},
  ) {
    const bodyHash = createHash('sha256').update(body).digest('hex');
    const signed = await this.#signerOf(method, url, {
      headers: { 'x-amz-content-sha256': bodyHash, ...headers },
    }).sign();
    return fetchWithDnsCheck(signed.url, {
      method,
      headers: signed.headers,
      redirect: 'error',
      signal: AbortSignal.timeout(maxWaitMs),
      ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
    });
  }

  async presign(
    method: string,
    key: string,
    { signedAt = new Date(), expiresSeconds, headers = {}, query = {} }: Presigning,
  ): Promise<string> {
    const search = new URLSearchParams({ ...query, 'X-Amz-Expires': String(expiresSeconds) });
    const signer = this.#signerOf(method, `${this.#addressOf(key)}?${search}`, {
      headers,
      datetime: signedAt.toISOString().replace(/[:-]|\.\d+/g, ''),
      signQuery: true,
      allHeaders: true,
    });
    // Signed as %20. Not every store reads + as a space.
    return (await signer.sign()).url.href.replaceAll('+', '%20');
  }

  async describe(key: string) {
    const response = await this.#request('HEAD', this.#addressOf(key));
    if (response.status === 404) return undefined;
    await requireSuccess(response, 'HEAD');
    return {
      type: response.headers.get('content-type'),
      length: Number(response.headers.get('content-length')),
    };
  }

  /** Replaces the type and drops uploaded metadata. */
  async copy(from: string, to: string, type: string) {
    const response = await this.#request('PUT', this.#addressOf(to), {
      'x-amz-copy-source': `/${this.#config.bucket}/${from}`,
      'x-amz-metadata-directive': 'REPLACE',
      'content-type': type,
    });
    await requireSuccess(response, 'COPY');
    await response.arrayBuffer();
  }

  /** The first bytes of an object and its total length. */
  async begin(key: string, count: number) {
    const response = await this.#request('GET', this.#addressOf(key), { range: `bytes=0-${count - 1}` });
    await requireSuccess(response, 'GET');
    const bytes = Buffer.from(await response.arrayBuffer());
    const whole = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1];
    return { length: whole === undefined ? bytes.length : Number(whole), bytes };
  }

  async read(key: string) {
    const response = await this.#request('GET', this.#addressOf(key), {}, { maxWaitMs: wholeTimeoutMs });
    if (response.status === 404) {
      await response.body?.cancel();
      return undefined;
    }
    await requireSuccess(response, 'GET');
    return Buffer.from(await response.arrayBuffer());
  }

  async write(key: string, body: Buffer) {
    const response = await this.#request(
      'PUT',
      this.#addressOf(key),
      {},
      { body, maxWaitMs: wholeTimeoutMs },
    );
    await requireSuccess(response, 'PUT');
    await response.arrayBuffer();
  }

  async delete(key: string) {
    const response = await this.#request('DELETE', this.#addressOf(key));
    if (response.status === 404) await response.body?.cancel();
    else await requireSuccess(response, 'DELETE');
  }

  async *list(prefix: string) {
    const { endpoint, bucket } = this.#config;
    let continuation: string | undefined;
    do {
      const search = new URLSearchParams({
        'list-type': '2',
        prefix,
        ...(continuation === undefined ? {} : { 'continuation-token': continuation }),
      });
      const response = await this.#request('GET', `${endpoint}/${bucket}?${search}`);
      await requireSuccess(response, 'LIST');
      const xml = await response.text();
      for (const entry of xml.split('<Contents>').slice(1)) {
        yield {
          key: textOf(entry, 'Key') ?? '',
          lastModified: new Date(textOf(entry, 'LastModified') ?? 0),
        };
      }
      continuation = textOf(xml, 'NextContinuationToken');
    } while (continuation);
  }
}

/** For values without escapes: our own keys, times, tokens. */
function textOf(xml: string, element: string): string | undefined {
  return new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];
}

async function requireSuccess(response: Response, request: string): Promise<void> {
  if (response.ok) return;
  const code = textOf(await response.text(), 'Code') ?? 'no reason given';
  const hint = response.status === 403 ? '; without s3:ListBucket, missing objects also return 403' : '';
  throw new Error(`The S3 store responded ${response.status} (${code}) to ${request}${hint}`);
}
