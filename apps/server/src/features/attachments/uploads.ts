import { readExpiringLink } from '../../auth/signed-links.ts';
import type { Context } from '../../context.ts';
import { ApiError, conflict, forbidden, invalid, notFound, originNotAllowed } from '../../errors.ts';
import { compileOrigins } from '../../http/headers.ts';
import { beginsLike } from '../../storage/images.ts';
import { finishUpload } from './operations.ts';
import { findUpload } from './queries.ts';

export type UploadRow = NonNullable<Awaited<ReturnType<typeof findUpload>>>;

export const uploadAddressExpired = () => forbidden('The upload URL has expired. Request a new one.');
export const hasArrived = () => conflict('This image was already uploaded');
export const otherImageType = (type: string) =>
  new ApiError(415, `The image must be sent uncompressed as ${type}`);
export const noSuchImage = (type: string) => invalid('body', `must be ${type}`);

export async function admitUpload(
  { secretKey, pools }: Context,
  token: string,
  origin: string | undefined,
): Promise<UploadRow> {
  const id = readExpiringLink(secretKey, 'upload', token);
  const upload = id === null ? undefined : await findUpload(pools.main, id);
  if (!upload || upload.expires_at.getTime() <= Date.now()) throw uploadAddressExpired();
  // Allowed origins apply to reports. Comment images come from the dashboard.
  if (!upload.for_comment && origin !== undefined && !compileOrigins(upload.allowed_origins)(origin))
    throw originNotAllowed();
  return upload;
}

export async function receiveUpload(context: Context, upload: UploadRow, bytes: Buffer) {
  const { storage } = context;
  if (storage.kind !== 'local') throw notFound();
  if (bytes.length !== upload.content_length)
    throw invalid('body', `must have ${upload.content_length} bytes, not ${bytes.length}`);
  if (!beginsLike(upload.content_type, bytes)) throw noSuchImage(upload.content_type);
  if (upload.uploaded_at) throw hasArrived();
  const draft = await storage.draft(bytes);
  try {
    const uploadedAt = await finishUpload(context, upload, () => draft.keep(upload.object_key));
    if (uploadedAt) return { id: upload.id, uploaded_at: uploadedAt };
  } finally {
    await draft.discard();
  }
  throw (await findUpload(context.pools.main, upload.id))?.uploaded_at
    ? hasArrived()
    : uploadAddressExpired();
}
