import type { ImageType } from '@skep/vocabulary';

/** An image that has been uploaded. */
export interface StoredImage {
  id: number;
  object_key: string;
  filename: string;
  content_type: ImageType;
}

/** An image that is going to be. */
export interface ExpectedImage extends StoredImage {
  content_length: number;
  expires_at: Date;
}

/** What every place that keeps images can do. */
export interface ImageStore {
  /** The address that takes this image by PUT, with its type and length and no other, until it expires. */
  uploadUrl(image: ExpectedImage): Promise<string>;
  /** An address that shows the image to whoever has it, for a quarter of an hour unless told otherwise. */
  readUrl(image: StoredImage, lifetimeMs?: number): Promise<string>;
  /** Removes an image, and what was sent for it. That there is none is no failure. */
  remove(objectKey: string): Promise<void>;
  /** Removes what was sent more than an hour ago and has not become an image. */
  removeStaleUploads(): Promise<void>;
}

export const readUrlLifetimeMs = 15 * 60_000;
/** For an address in a mail; no S3 store signs for longer. */
export const mailedUrlLifetimeMs = 7 * 24 * 60 * 60_000;
export const staleAfterMs = 60 * 60_000;
