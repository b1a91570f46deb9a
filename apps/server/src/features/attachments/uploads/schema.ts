import { imageTypes } from '@skep/vocabulary';
import Type from 'typebox';
import { Id, Timestamp } from '../../../schema.ts';

/** These describe the body for the OpenAPI document only: the operation checks the bytes. */
export const uploadedTypes: string[] = [...imageTypes];
export const UploadBody = Type.Unsafe<Buffer>({ type: 'string', format: 'binary' });

export const UploadParams = Type.Object({
  token: Type.String({ description: 'The end of an `upload_url`.' }),
});

export const FinishedUpload = Type.Object(
  { id: Id(), uploaded_at: Timestamp() },
  { title: 'FinishedUpload', examples: [{ id: 17, uploaded_at: '2026-11-15T09:00:02.000Z' }] },
);
