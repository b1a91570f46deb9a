import { join } from 'node:path';
import type { Config } from '../config.ts';
import { createLocalStorage, type LocalStorage } from './local.ts';
import { createS3Storage, type S3Storage } from './s3.ts';

/** Uploads to the local folder come through this service; an S3 store receives them itself, and has to be asked for them. */
export type Storage = LocalStorage | S3Storage;

export function openStorage({ s3, dataDir, baseUrl }: Config, secretKey: string): Storage {
  return s3 ? createS3Storage(s3) : createLocalStorage(join(dataDir, 'attachments'), baseUrl, secretKey);
}
