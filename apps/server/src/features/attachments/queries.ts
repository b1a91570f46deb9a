import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Database, Db, Trx } from '../../db/connection.ts';
import { lockFrom } from '../../db/locks.ts';
import { deleteInPortions, lockSome, repeatInPortions } from '../../db/sql.ts';
import type { Tables } from '../../db/tables.ts';

/** How long after a report its image can be uploaded. Dropped reports are remembered as long. */
const uploadPeriod = sql`interval '7 days'`;

/** Within this time the project's key is enough to request an upload. */
const isRecent = sql<boolean>`created_at > now() - interval '1 hour'`.as('is_recent');

/** Returns undefined if there is no such report or its upload period is over. */
export async function lockReport(
  trx: Trx,
  projectId: number,
  bugId: number,
): Promise<{ team_id: number; is_recent: boolean; is_dropped: boolean } | undefined> {
  const bug = await lockFrom(trx, 'bugs')
    .select(['team_id', isRecent])
    .where('id', '=', bugId)
    .where('project_id', '=', projectId)
    .where('created_at', '>', sql<Date>`now() - ${uploadPeriod}`)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const dropped = await trx
    .selectFrom('dropped_reports')
    .select(['team_id', isRecent])
    .where('bug_id', '=', bugId)
    .where('project_id', '=', projectId)
    .where('created_at', '>', sql<Date>`now() - ${uploadPeriod}`)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const report = bug ?? dropped;
  return report && { ...report, is_dropped: !bug };
}

const uploadColumns = [
  'attachments.id',
  'attachments.bug_id',
  'attachments.filename',
  'attachments.content_type',
  'attachments.content_length',
  'attachments.object_key',
  'attachments.expires_at',
  'attachments.for_comment',
] as const;

export function findUpload(db: Db, id: number) {
  return db
    .selectFrom('attachments')
    .innerJoin('projects', 'projects.id', 'attachments.project_id')
    .select([...uploadColumns, 'attachments.uploaded_at', 'projects.allowed_origins'])
    .where('attachments.id', '=', id)
    .executeTakeFirst();
}

/** Returns undefined if the report already has an image. */
export function insertAttachment(trx: Trx, values: Insertable<Tables['attachments']>) {
  return trx
    .insertInto('attachments')
    .values(values)
    .onConflict((conflict) => conflict.column('bug_id').where(sql<boolean>`not for_comment`).doNothing())
    .returning(uploadColumns)
    .executeTakeFirst();
}

export async function hasAttachment(db: Db, id: number): Promise<boolean> {
  const found = await db.selectFrom('attachments').select('id').where('id', '=', id).executeTakeFirst();
  return found !== undefined;
}

export async function isUploadPending(trx: Trx, bugId: number): Promise<boolean> {
  const pending = await trx
    .selectFrom('attachments')
    .select('id')
    .where('bug_id', '=', bugId)
    .where('for_comment', '=', false)
    .where('uploaded_at', 'is', null)
    .where('refused_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return pending !== undefined;
}

export async function noteRefusedUpload(db: Db, id: number): Promise<void> {
  await db
    .updateTable('attachments')
    .set({ refused_at: sql`now()` })
    .where('id', '=', id)
    .where('uploaded_at', 'is', null)
    .execute();
}

/** Uploads that started before the expiry are accepted this long after it. */
const grace = sql`interval '5 minutes'`;

export function stampAttachment(trx: Trx, id: number) {
  return trx
    .updateTable('attachments')
    .set({ uploaded_at: sql`now()` })
    .where('id', '=', id)
    .where('uploaded_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now() - ${grace}`)
    .returning([
      'filename',
      'object_key',
      'is_dropped',
      'for_comment',
      sql<Date>`uploaded_at`.as('uploaded_at'),
    ])
    .executeTakeFirst();
}

/** Uploaded images of stored reports and comments. */
const images = (db: Db) =>
  db
    .selectFrom('attachments')
    .select(['id', 'bug_id', 'filename', 'content_type', 'content_length', 'object_key', 'uploaded_at'])
    .where('uploaded_at', 'is not', null)
    .where('is_dropped', '=', false)
    .$narrowType<{ uploaded_at: Date }>();

export const findImage = (db: Db, id: number) => images(db).where('id', '=', id).executeTakeFirst();

export const listUploaded = (db: Db, bugIds: number[]) =>
  images(db).where('for_comment', '=', false).where('bug_id', '=', sql<number>`any(${bugIds})`).execute();

const commentImages = (db: Db, bugIds: number[]) =>
  images(db)
    .select('comment_id')
    .where('for_comment', '=', true)
    .where('bug_id', '=', sql<number>`any(${bugIds})`)
    .orderBy('id');

/** Includes images of comments that are still being written. */
export const listImagesForComments = (db: Db, bugId: number, ids: number[]) =>
  commentImages(db, [bugId]).where('id', '=', sql<number>`any(${ids})`).execute();

export const listImagesOfComments = (db: Db, bugIds: number[], commentIds: number[]) =>
  commentImages(db, bugIds).where('comment_id', '=', sql<number>`any(${commentIds})`).execute();

/** Counts images uploaded for comments that no comment references yet. */
export async function countUnattached(trx: Trx, bugId: number): Promise<number> {
  const { count } = await trx
    .selectFrom('attachments')
    .select(sql<number>`count(*)`.as('count'))
    .where('bug_id', '=', bugId)
    .where('for_comment', '=', true)
    .where('comment_id', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Assigns unreferenced images to this comment. Returns how many it has now. */
export async function assignImages(
  trx: Trx,
  { bug_id, comment_id }: { bug_id: number; comment_id: number },
  ids: number[],
): Promise<number> {
  await trx
    .updateTable('attachments')
    .set({ comment_id })
    .where('bug_id', '=', bug_id)
    .where('for_comment', '=', true)
    .where('comment_id', 'is', null)
    .where('id', '=', sql<number>`any(${ids})`)
    .execute();
  const { count } = await trx
    .selectFrom('attachments')
    .select(sql<number>`count(*)`.as('count'))
    .where('bug_id', '=', bug_id)
    .where('comment_id', '=', comment_id)
    .executeTakeFirstOrThrow();
  return count;
}

/** Polls older uploads less often: from every half second up to every ten seconds. */
export async function takePendingUploads(db: Db, count: number) {
  return db
    .updateTable('attachments')
    .set({
      next_look_at: sql`now() + make_interval(secs =>
        least(10, greatest(0.5, extract(epoch from now() - created_at) / 20)))`,
    })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('attachments')
        .select('id')
        .where('uploaded_at', 'is', null)
        // Rows further ahead than ten seconds were scheduled before the clock was set back.
        .where(sql<boolean>`next_look_at not between now() and now() + interval '11 seconds'`)
        .where('expires_at', '>', sql<Date>`now() - ${grace}`)
        .orderBy('id', 'desc')
        .limit(count)
        .forUpdate()
        .skipLocked(),
    )
    .returning(uploadColumns)
    .execute();
}

export async function postponePendingUploads(db: Db, seconds: number): Promise<void> {
  await sql`
    update attachments set next_look_at = now() + make_interval(secs => ${seconds})
    where id in (
      select id from attachments
      where uploaded_at is null and next_look_at < now() + make_interval(secs => ${seconds})
      for no key update skip locked
    )`.execute(db);
}

/** The object store cannot take part in the transaction, so a job removes the objects later. */
async function discard(db: Db, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with deleted as (delete from attachments where ${where} returning object_key),
    discarded as (
      insert into discarded_objects (object_key) select object_key from deleted on conflict do nothing
    )
    select count(*) from deleted`.execute(db);
  return rows[0]?.count ?? 0;
}

const discardInPortions = (db: Db, where: RawBuilder<unknown>) =>
  repeatInPortions((limit) => discard(db, sql`ctid = any(array(${lockSome('attachments', where, limit)}))`));

/** Call after deleting the bugs, in the same transaction, so that no upload can slip in. */
export const discardAttachmentsOfBugs = (trx: Trx, bugIds: number[]) =>
  discard(trx, sql`bug_id = any(${bugIds})`);

/** Includes images of dropped reports. Call like `discardAttachmentsOfBugs`. */
export const discardAttachmentsOfProject = (trx: Trx, projectId: number) =>
  discard(trx, sql`project_id = ${projectId}`);

/** Deletes the images of a comment that it no longer references. */
export const discardImagesOfComment = (
  trx: Trx,
  { bug_id, comment_id }: { bug_id: number; comment_id: number },
  named: number[] = [],
) => discard(trx, sql`bug_id = ${bug_id} and comment_id = ${comment_id} and id <> all(${named})`);

/** A draft comment has a day to reference its images. */
export const discardUnattached = (db: Db) =>
  discardInPortions(db, sql`for_comment and comment_id is null and created_at <= now() - interval '1 day'`);

export const discardDroppedOfProject = (db: Database, projectId: number) =>
  discardInPortions(db, sql`project_id = ${projectId} and is_dropped`);

export const discardPending = (trx: Trx, bugId: number) =>
  discard(trx, sql`bug_id = ${bugId} and not for_comment and uploaded_at is null`);

export async function discardObject(trx: Trx, objectKey: string): Promise<void> {
  await trx.insertInto('discarded_objects').values({ object_key: objectKey }).execute();
}

export const discardExpired = (db: Db) =>
  discardInPortions(db, sql`uploaded_at is null and expires_at <= now() - ${grace}`);

export async function deleteOldDroppedReports(db: Db): Promise<void> {
  await deleteInPortions(db, 'dropped_reports', sql`created_at <= now() - ${uploadPeriod}`);
  await discardInPortions(
    db,
    sql`is_dropped and not exists (select from dropped_reports where dropped_reports.bug_id = attachments.bug_id)`,
  );
}

/** Retries failed removals with exponential backoff from ten seconds to an hour. */
export async function takeDiscardedObjects(db: Db, count: number): Promise<string[]> {
  const { rows } = await sql<{ object_key: string }>`
    update discarded_objects set attempts = attempts + 1,
      next_attempt_at = now() + make_interval(secs => least(3600, 10 * 2 ^ least(attempts, 10)))
    where object_key in (
      select object_key from discarded_objects
      where next_attempt_at <= now()
        -- Put off before the clock was set back.
        or next_attempt_at > now() + make_interval(secs => least(3600, 10 * 2 ^ least(attempts, 10)) + 1)
      order by next_attempt_at limit ${count} for update skip locked
    )
    returning object_key`.execute(db);
  return rows.map(({ object_key }) => object_key);
}

export async function deleteDiscardedObjects(db: Db, objectKeys: string[]): Promise<void> {
  await db
    .deleteFrom('discarded_objects')
    .where('object_key', '=', sql<string>`any(${objectKeys})`)
    .execute();
}
