import type { Db } from '../../../db/connection.ts';

/** Answers undefined unless the image has been uploaded and belongs to a report that was stored, not dropped. */
export function findImage(db: Db, id: number) {
  return db
    .selectFrom('attachments')
    .select(['filename', 'content_type', 'content_length', 'object_key'])
    .where('id', '=', id)
    .where('uploaded_at', 'is not', null)
    .where('is_dropped', '=', false)
    .executeTakeFirst();
}
