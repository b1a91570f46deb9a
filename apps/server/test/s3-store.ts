import type { S3Config } from '../src/config.ts';
import { S3Client } from '../src/storage/s3.ts';

/** An S3-compatible store with one private bucket that verifies signatures. */
export interface Store {
  /** Settings of a service that uses this store. */
  settings: Record<string, string>;
  /** Accesses the bucket as its owner. */
  client: S3Client;
  keys(): Promise<string[]>;
}

export function storeAt(place: Omit<S3Config, 'bucket'>): Store {
  const config: S3Config = { ...place, bucket: 'bees' };
  const client = new S3Client(config);
  return {
    settings: {
      S3_ENDPOINT: config.endpoint,
      S3_REGION: config.region,
      S3_BUCKET: config.bucket,
      S3_ACCESS_KEY_ID: config.accessKeyId,
      S3_SECRET_ACCESS_KEY: config.secretAccessKey,
    },
    client,
    keys: async () => (await Array.fromAsync(client.list(''))).map((object) => object.key),
  };
}
