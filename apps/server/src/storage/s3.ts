import type { S3Config } from '../config.ts';
import { beginsLike, contentDisposition, signatureLength } from './images.ts';
import { createS3Client, type S3Client } from './s3-client.ts';
import {
  beginningOfQuarter,
  demandObjectKey,
  type ExpectedImage,
  type ImageStore,
  imageCaching,
  readUrlLifetimeMs,
  staleAfterMs,
} from './storage.ts';

/**
 * Keeps images in a bucket. A client's presigned PUT URL stays valid for a quarter of an hour, whatever has been sent to it.
 * So it leads to an object of its own, and the image is a checked copy that no client can write to.
 */
export interface S3Storage extends ImageStore {
  kind: 's3';
  /** Looks for the upload of this image, and makes it the image if it is what was announced. */
  collect(image: ExpectedImage): Promise<Collected>;
  /** Removes what was sent, once it has become the image. */
  removeUpload(objectKey: string): Promise<void>;
}

/** What became of an upload. It is refused, and removed, when it is not what was announced. */
export type Collected = 'nothing yet' | 'refused' | 'kept';

/** The prefixes of our keys, because the bucket may be shared with others. */
const uploads = 'skep/uploads/';
const images = 'skep/attachments/';
const uploadOf = (objectKey: string) => uploads + demandObjectKey(objectKey);
const imageOf = (objectKey: string) => images + demandObjectKey(objectKey);
/** How long one sweep of stale uploads lasts; what is left over is removed by the next one. */
const sweepMs = 5_000;
const ownUpload = /^skep\/uploads\/[0-9a-f-]{36}\.\w+$/;

export function createS3Storage(config: S3Config): S3Storage {
  const client = createS3Client(config);

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

    // The store has its own ways to tell its owner.
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
