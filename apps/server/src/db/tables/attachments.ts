import type { ImageType } from '@skep/vocabulary';
import type { Generated } from 'kysely';
import type { CreatedAt, SetByDatabase } from './column-types.ts';

export interface AttachmentTables {
  attachments: AttachmentsTable;
  discarded_objects: DiscardedObjectsTable;
}

interface AttachmentsTable {
  id: Generated<number>;
  team_id: number;
  project_id: number;
  bug_id: number;
  filename: string;
  content_type: ImageType;
  content_length: number;
  object_key: string;
  /** Whether its report was dropped: then the image is accepted like any other, and thrown away. */
  is_dropped: boolean;
  expires_at: Date;
  /** When an S3 store is asked again whether the image has been uploaded. */
  next_look_at: SetByDatabase<Date>;
  /** When a PUT to its upload URL was last refused. Until then, or until it expires, others cannot replace it. */
  refused_at: SetByDatabase<Date | null>;
  uploaded_at: Date | null;
  created_at: CreatedAt;
}

interface DiscardedObjectsTable {
  object_key: string;
  attempts: SetByDatabase<number>;
  next_attempt_at: SetByDatabase<Date>;
}
