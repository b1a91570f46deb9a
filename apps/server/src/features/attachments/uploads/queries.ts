import type { Db } from '../../../db/connection.ts';

export type UploadRow = NonNullable<Awaited<ReturnType<typeof findUpload>>>;

/** Answers undefined when the attachment has been replaced or deleted. */
export function findUpload(db: Db, id: number) {
  return db
    .selectFrom('attachments')
    .innerJoin('projects', 'projects.id', 'attachments.project_id')
    .select([
      'attachments.id',
      'attachments.bug_id',
      'attachments.content_type',
      'attachments.content_length',
      'attachments.object_key',
      'attachments.expires_at',
      'attachments.uploaded_at',
      'projects.allowed_origins',
    ])
    .where('attachments.id', '=', id)
    .executeTakeFirst();
}
