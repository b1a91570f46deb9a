import type { components } from '@skep/client';
import { type ImageType, imageTypes, referencedImageIds } from '@skep/vocabulary';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { given } from '../../catalogue/given.ts';
import { api } from '../../session/api.ts';
import { fitImage } from './fit-image.ts';

export type CommentImage = components['schemas']['CommentImage'];

/** Page size limit of the API. */
const maxListed = 100;

const fetchImages = async (bug_id: number, image_id: number[], signal: AbortSignal) => {
  const params = { path: { bug_id }, query: { image_id } };
  return (await given(api.GET('/api/v1/bugs-admin/{bug_id}/comment-images', { params, signal }))).items;
};

/** Images referenced in a draft; undefined while loading. */
export function useNamedImages(bugId: number, text: string): CommentImage[] | undefined {
  const ids = referencedImageIds(text).slice(0, maxListed);
  const { data } = useQuery({
    queryKey: ['bug', bugId, 'images', ids],
    queryFn: ({ signal }) => fetchImages(bugId, ids, signal),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 10 * 60_000,
  });
  return ids.length > 0 ? data : [];
}

/** Markdown reference to an image. */
export const markdownOf = (name: string, id: number): string =>
  `![${name.replace(/[[\]\\\r\n]+/g, ' ').slice(0, 200)}](image:${id})`;

export const withoutImage = (text: string, id: number): string =>
  text.replaceAll(new RegExp(`!\\[[^[\\]\\n]{0,255}\\]\\(image:${id}\\)\\n?`, 'g'), '');

/** Reason why a file cannot be uploaded, if any. */
export function refusalOf({ type, size }: File): string | undefined {
  if (!imageTypes.includes(type as ImageType)) return 'Only PNG, JPEG and WebP images can be attached';
  return size === 0 ? 'Empty file' : undefined;
}

interface Options {
  signal: AbortSignal;
  /** Progress callback, from 0 to 1. */
  onProgress(part: number): void;
}

/** Uploads an image for a comment, downscaled if needed. Resolves with its id. */
export async function uploadImage(bugId: number, chosen: File, options: Options): Promise<number> {
  const file = await fitImage(chosen);
  const upload = await given(
    api.POST('/api/v1/bugs-admin/{bug_id}/comment-images', {
      params: { path: { bug_id: bugId } },
      body: {
        filename: file.name || 'image',
        content_type: file.type as ImageType,
        content_length: file.size,
      },
      signal: options.signal,
    }),
  );
  await put(upload, file, options);
  await arrival(bugId, upload.id, options.signal);
  return upload.id;
}

/** XMLHttpRequest, because `fetch` does not report upload progress. */
function put(
  { upload_url, method, headers }: components['schemas']['Upload'],
  file: File,
  { signal, onProgress }: Options,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const request = new XMLHttpRequest();
  request.open(method, upload_url);
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
  request.onload = () => (request.status < 300 ? resolve() : reject(new Error('The image was rejected')));
  request.onerror = () => reject(new Error('Could not upload the image. Check your connection.'));
  request.onabort = () => reject(signal.reason);
  signal.addEventListener('abort', () => request.abort());
  request.send(file);
  return promise;
}

const tries = 60;
const pauseMs = 500;

/** S3 does not notify the server about uploads, so the server polls for the image. */
async function arrival(bugId: number, id: number, signal: AbortSignal): Promise<void> {
  for (let count = 0; count < tries; count++) {
    if ((await fetchImages(bugId, [id], signal)).length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  throw new Error('The upload timed out. Try again.');
}
