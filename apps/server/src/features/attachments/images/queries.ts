import type { Db } from '../../../db/connection.ts';

/** Undefined unless it has been uploaded, for a report that was stored. */
export function findImage(db: Db, id: number) {
  return db
    .selectFrom('attachments')
    .select(['filename', 'content_type', 'content_length', 'object_key'])
    .where('id', '=', id)
    .where('uploaded_at', 'is not', null)
    .where('is_dropped', '=', false)
    .executeTakeFirst();
}
