import { sql } from 'kysely';
import { isoTime } from '../../../db/sql.ts';
import type { Storage, StoredImage } from '../../../storage/storage.ts';

/** Joins the uploaded image of a bug to `bugs`. A bug has at most one. */
export const joinImage = sql`
  left join attachments as image
    on image.bug_id = bugs.id and image.uploaded_at is not null and not image.is_dropped`;

/** What the storage has to know of it. */
export const storedImage = sql<StoredImage | null>`
  case when image.id is not null then json_build_object('id', image.id, 'object_key', image.object_key,
    'filename', image.filename, 'content_type', image.content_type) end`;

/** The bug's attachments as JSON. Only the storage can tell the address of an image, so a zero stands in its place. */
export const attachmentsOfBug = sql`
  case when image.id is null then '[]'::json else (
    select json_build_array(row_to_json(attachment)) from (
      select image.id, image.filename, image.content_type, image.content_length,
        ${isoTime('image.uploaded_at')} as uploaded_at, 0 as url
    ) as attachment
  ) end`;

/** No text in JSON can hold this: its quotes would be escaped. And all other addresses are texts or null. */
const place = '"url":0';

/** Puts the addresses of these images, which must be in the order of the bugs, into JSON that was made with the above. */
export async function putAddresses(
  storage: Storage,
  json: string,
  images: readonly StoredImage[],
): Promise<string> {
  if (images.length === 0) return json;
  const urls = await Promise.all(images.map((image) => storage.readUrl(image)));
  return json
    .split(place)
    .map((part, index) => (index < urls.length ? `${part}"url":${JSON.stringify(urls[index])}` : part))
    .join('');
}
