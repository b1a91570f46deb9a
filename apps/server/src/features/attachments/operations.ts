import { randomUUID } from 'node:crypto';
import { readSignedLink, signLink } from '../../auth/signed-links.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connection.ts';
import { inTransaction } from '../../db/transaction.ts';
import { conflict, forbidden, notFound } from '../../errors.ts';
import { withoutFolders } from '../../http/formats.ts';
import { extensionOf } from '../../storage/images.ts';
import type { ExpectedImage } from '../../storage/storage.ts';
import { currentRequestId } from '../../tracing/cause.ts';
import { bugsToLock, changeBugs } from '../activity/change-bugs.ts';
import * as queries from './queries.ts';
import type { Attachment, NewAttachment, Upload } from './schema.ts';

const uploadLifetimeMs = 15 * 60_000;

export const hasImageAlready = () => conflict('This bug already has an image');

export const uploadIsPending = () =>
  conflict(
    'An upload is pending for this bug. Send X-Upload-Token to replace it, or retry after it has expired.',
  );

export const uploadTokenNeeded = () =>
  forbidden('Images can be added without X-Upload-Token for one hour only. Send the token of the report.');

/**
 * Dropped reports get an upload URL too, so that senders cannot tell. Replacing a pending upload needs the upload token,
 * because ids can be guessed.
 */
export async function requestUpload(
  context: Context,
  projectId: number,
  bugId: number,
  isReporter: boolean,
  image: NewAttachment,
): Promise<Upload> {
  const attachment = await inTransaction(context.pools.main, async (trx) => {
    const report = await queries.lockReport(trx, projectId, bugId);
    if (!report) throw notFound();
    if (!isReporter && !report.is_recent) throw uploadTokenNeeded();
    if (!isReporter && (await queries.isUploadPending(trx, bugId))) throw uploadIsPending();
    await queries.discardPending(trx, bugId);
    const inserted = await queries.insertAttachment(trx, {
      team_id: report.team_id,
      project_id: projectId,
      bug_id: bugId,
      ...announced(image),
      is_dropped: report.is_dropped,
    });
    if (!inserted) throw hasImageAlready();
    return inserted;
  });
  return uploadOf(context, attachment);
}

export async function uploadOf({ storage }: Context, image: ExpectedImage): Promise<Upload> {
  return {
    id: image.id,
    upload_url: await storage.uploadUrl(image),
    method: 'PUT',
    headers: { 'Content-Type': image.content_type },
    expires_at: image.expires_at,
  };
}

/** Columns common to report and comment images. */
export const announced = ({ filename, content_type, content_length }: NewAttachment) => ({
  filename: withoutFolders(filename),
  content_type,
  content_length,
  object_key: randomUUID() + extensionOf(content_type),
  expires_at: new Date(Date.now() + uploadLifetimeMs),
});

/**
 * Returns undefined if the upload is gone or finished. `keep` runs under the row lock, so that the stored file matches the row.
 */
export async function finishUpload(
  context: Context,
  { id, bug_id }: { id: number; bug_id: number },
  keep: () => Promise<void> = async () => {},
): Promise<Date | undefined> {
  return inTransaction(context.pools.main, async (trx) => {
    // Locks the bug first, so that a concurrent deletion waits and then deletes this attachment too.
    const bugs = await bugsToLock(trx).where('id', '=', bug_id).execute();
    const attachment = await queries.stampAttachment(trx, id);
    if (!attachment) return undefined;
    await keep();
    if (attachment.is_dropped) await queries.discardObject(trx, attachment.object_key);
    else if (!attachment.for_comment) {
      const by = { actorId: null, via: 'api', requestId: currentRequestId() } as const;
      const changes = { attachment: { id, filename: attachment.filename } };
      await changeBugs(trx, by, bugs, () => ({ note: { kind: 'attachment_added', changes } }));
    }
    return attachment.uploaded_at;
  });
}

export async function attachmentsOf(
  context: Context,
  db: Db,
  bugIds: number[],
  urlLifetimeMs?: number,
): Promise<Map<number, Attachment[]>> {
  const rows = await queries.listUploaded(db, bugIds);
  const entries = rows.map(async ({ bug_id, object_key, ...fields }) => {
    const url = await context.storage.readUrl({ ...fields, object_key }, urlLifetimeMs);
    return [bug_id, [{ ...fields, url }]] as [number, Attachment[]];
  });
  return new Map(await Promise.all(entries));
}

/**
 * Proves that its holder sent the report. Derived from the id, so repeats get the same token, and dropped reports have one too.
 */
export const uploadTokenOf = (secretKey: string, bugId: number) => signLink(secretKey, 'upload-token', bugId);

export const isUploadTokenOf = (secretKey: string, bugId: number, token: string | undefined) =>
  token !== undefined && readSignedLink(secretKey, 'upload-token', token) === bugId;
