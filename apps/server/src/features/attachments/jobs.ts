import type { Context } from '../../context.ts';
import type { S3Storage } from '../../storage/s3.ts';
import type { ExpectedImage } from '../../storage/storage.ts';
import { finishUpload } from './operations.ts';
import * as queries from './queries.ts';

const workMs = 3_000;
const maxConcurrentRequests = 10;
const failuresAllowed = 3;
const restSeconds = 3;

/** Polls the S3 store for expected uploads, because it does not notify. */
export async function collectUploads(context: Context): Promise<void> {
  const { storage } = context;
  if (storage.kind !== 's3') return;
  const pending = await queries.takePendingUploads(context.pools.main, 200);
  const { done, failures } = await forEach(pending, (upload) => collect(context, storage, upload));
  if (failures.length === 0) return;
  context.log.warn({ err: failures[0], failures: failures.length }, 'cannot poll S3 store for uploads');
  if (done.length === 0) await queries.postponePendingUploads(context.pools.main, restSeconds);
}

async function collect(
  context: Context,
  storage: S3Storage,
  upload: ExpectedImage & { bug_id: number },
): Promise<void> {
  const collected = await storage.collect(upload);
  if (collected === 'refused') {
    await queries.noteRefusedUpload(context.pools.main, upload.id);
    context.log.info({ attachment: upload.id }, 'removed invalid upload');
  }
  if (collected !== 'kept') return;
  const uploadedAt = await finishUpload(context, upload);
  // The upload is removed after its row was updated, so that a crash in between loses nothing.
  if (uploadedAt || (await queries.hasAttachment(context.pools.main, upload.id)))
    await storage.removeUpload(upload.object_key);
  else await storage.remove(upload.object_key);
}

export async function removeDiscardedObjects(context: Context): Promise<void> {
  const deadline = performance.now() + workMs;
  while (performance.now() < deadline) {
    const objectKeys = await queries.takeDiscardedObjects(context.pools.main, 100);
    if (objectKeys.length === 0) return;
    const { done, failures } = await forEach(objectKeys, (key) => context.storage.remove(key));
    await queries.deleteDiscardedObjects(context.pools.main, done);
    context.metrics.deleted.inc({ what: 'images' }, done.length);
    if (failures.length === 0) continue;
    context.log.warn({ err: failures[0], failures: failures.length }, 'cannot remove images');
    return;
  }
}

export async function cleanUpAttachments(context: Context): Promise<void> {
  await queries.discardExpired(context.pools.main);
  await queries.discardUnattached(context.pools.main);
  await queries.deleteOldDroppedReports(context.pools.main);
  await context.storage.removeStaleUploads();
}

/** Stops at the deadline or after three failures. The next run continues. */
async function forEach<T>(items: T[], work: (item: T) => Promise<void>) {
  const deadline = performance.now() + workMs;
  const waiting = [...items];
  const done: T[] = [];
  const failures: unknown[] = [];
  const canContinue = () => performance.now() < deadline && failures.length < failuresAllowed;
  async function workOnNext(): Promise<void> {
    for (let item = waiting.shift(); item !== undefined && canContinue(); item = waiting.shift()) {
      const finished = item;
      await work(finished).then(
        () => done.push(finished),
        (error) => failures.push(error),
      );
    }
  }
  await Promise.all(Array.from({ length: maxConcurrentRequests }, workOnNext));
  return { done, failures };
}
