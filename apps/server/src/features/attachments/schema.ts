import { imageTypes, maxImageBytes } from '@skep/vocabulary';
import Type, { type Static } from 'typebox';
import { Id, OneOf, Timestamp } from '../../schema.ts';

export const NewAttachment = Type.Object(
  {
    filename: Type.String({
      minLength: 1,
      maxLength: 4_096,
      format: 'file-name',
      description: 'Leading folders are removed. The name has 1 to 255 characters.',
    }),
    content_type: OneOf(imageTypes),
    content_length: Type.Integer({ minimum: 1, maximum: maxImageBytes, description: 'In bytes.' }),
  },
  {
    title: 'NewAttachment',
    examples: [{ filename: 'screen.png', content_type: 'image/png', content_length: 48_213 }],
  },
);
export type NewAttachment = Static<typeof NewAttachment>;

export const UploadRequestHeaders = Type.Object({
  'X-Upload-Token': Type.Optional(
    Type.String({
      description:
        'The `upload_token` from the response to the report. Required to replace a pending upload, and later than one hour after the report.',
    }),
  ),
});

export const Upload = Type.Object(
  {
    id: Id(),
    upload_url: Type.String({ description: 'Send the image here with PUT.' }),
    method: OneOf(['PUT']),
    headers: Type.Object(
      { 'Content-Type': OneOf(imageTypes) },
      { description: 'Headers of the PUT request.' },
    ),
    expires_at: Timestamp(),
  },
  {
    title: 'Upload',
    examples: [
      {
        id: 17,
        upload_url: 'http://localhost:4000/api/v1/uploads/17.1795252500000.Zq1…',
        method: 'PUT',
        headers: { 'Content-Type': 'image/png' },
        expires_at: '2026-11-15T09:15:00.000Z',
      },
    ],
  },
);
export type Upload = Static<typeof Upload>;

/** For the OpenAPI document only. The operation validates the bytes. */
export const UploadBody = Type.Unsafe<Buffer>({ type: 'string', format: 'binary' });

export const FinishedUpload = Type.Object(
  { id: Id(), uploaded_at: Timestamp() },
  { title: 'FinishedUpload', examples: [{ id: 17, uploaded_at: '2026-11-15T09:00:02.000Z' }] },
);

const bytes = { schema: { type: 'string', format: 'binary' } };

export const Image = {
  description: 'The image',
  content: Object.fromEntries(imageTypes.map((type) => [type, bytes])),
};

export const Attachment = Type.Object(
  {
    id: Id(),
    filename: Type.String(),
    content_type: Type.String(),
    content_length: Type.Integer(),
    uploaded_at: Timestamp(),
    url: Type.String({ description: 'Signed URL, valid for a short time.' }),
  },
  { title: 'Attachment' },
);
export type Attachment = Static<typeof Attachment>;
