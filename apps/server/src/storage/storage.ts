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
  /** Accepts a PUT with exactly the declared type and length. */
  uploadUrl(image: ExpectedImage): Promise<string>;
  /** Stable for a quarter of an hour so that browsers can cache the image; valid for another one. */
  readUrl(image: StoredImage, lifetimeMs?: number): Promise<string>;
  read(objectKey: string): Promise<Buffer | undefined>;
  /** Stores a verified image. Returns false if it already exists. */
  keep(objectKey: string, bytes: Buffer): Promise<boolean>;
  remove(objectKey: string): Promise<void>;
  removeStaleUploads(): Promise<void>;
  hasRoom(): Promise<boolean>;
}

export const isObjectKey = (text: string): boolean => /^[0-9a-f-]{36}\.\w{1,8}$/.test(text);

/** Rows may come from an untrusted backup. Other names could escape the folder or reach foreign objects. */
export function requireObjectKey(text: string): string {
  if (isObjectKey(text)) return text;
  throw new Error('Invalid object key of an attachment');
}

const quarterMs = 15 * 60_000;
export const readUrlLifetimeMs = 2 * quarterMs;
/** Private caching for as long as the URL stays the same. */
export const imageCaching = `private, max-age=${quarterMs / 1000}`;
/** The maximum that S3 can sign. */
export const mailedUrlLifetimeMs = 7 * 24 * 60 * 60_000;
/** The signing time, rounded down so that URLs stay stable. */
export const beginningOfQuarter = (): Date => new Date(Date.now() - (Date.now() % quarterMs));

export const staleAfterMs = 60 * 60_000;

/** Local uploads pass through the service; S3 uploads are polled for. */
export type Storage = LocalStorage | S3Storage;

export function openStorage({ s3, dataDir, baseUrl }: Config, secretKey: string): Storage {
  return s3 ? createS3Storage(s3) : createLocalStorage(join(dataDir, 'attachments'), baseUrl, secretKey);
}
