import { join } from 'node:path';
import type { ImageType } from '@skep/vocabulary';
import type { Config } from '../config.ts';
import { createLocalStorage, type LocalStorage } from './local.ts';
import { createS3Storage, type S3Storage } from './s3.ts';

export interface StoredImage {
  id: number;
  object_key: string;
  filename: string;
  content_type: ImageType;
}

export interface ExpectedImage extends StoredImage {
  content_length: number;
  expires_at: Date;
}

export interface ImageStore {
  /** Takes a PUT with the announced type and length and no other. */
  uploadUrl(image: ExpectedImage): Promise<string>;
  /** The same for all who ask in one quarter of an hour, so that browsers keep the image; valid for another one after it. */
  readUrl(image: StoredImage, lifetimeMs?: number): Promise<string>;
  read(objectKey: string): Promise<Buffer | undefined>;
  /** Keeps an image that is known to be one, unless it is there already; says whether it was not. */
  keep(objectKey: string, bytes: Buffer): Promise<boolean>;
  remove(objectKey: string): Promise<void>;
  removeStaleUploads(): Promise<void>;
  hasRoom(): Promise<boolean>;
}

export const isObjectKey = (text: string): boolean => /^[0-9a-f-]{36}\.\w{1,8}$/.test(text);

/** Rows may come from a backup that a stranger made: no other name leads out of the store's folder, or to objects of others. */
export function demandObjectKey(text: string): string {
  if (isObjectKey(text)) return text;
  throw new Error('An attachment has a name that no image in the store can have');
}

const quarterMs = 15 * 60_000;
export const readUrlLifetimeMs = 2 * quarterMs;
/** What a browser is told of an image: it may keep it for as long as its URL stays the same, and nobody else may. */
export const imageCaching = `private, max-age=${quarterMs / 1000}`;
/** How long a URL in a mail is valid: as long as an S3 store can sign for. */
export const mailedUrlLifetimeMs = 7 * 24 * 60 * 60_000;
/** When URLs that are made now say that they were signed: at the beginning of the quarter of an hour. */
export const beginningOfQuarter = (): Date => new Date(Date.now() - (Date.now() % quarterMs));

export const staleAfterMs = 60 * 60_000;

/** Uploads to the local folder come through this service; an S3 store receives them itself, and has to be asked for them. */
export type Storage = LocalStorage | S3Storage;

export function openStorage({ s3, dataDir, baseUrl }: Config, secretKey: string): Storage {
  return s3 ? createS3Storage(s3) : createLocalStorage(join(dataDir, 'attachments'), baseUrl, secretKey);
}
