import { maxCommentImages, referencedImageIds } from '@skep/vocabulary';
import { sql } from 'kysely';
import type { Actor } from '../../auth/actor.ts';
import type { Context } from '../../context.ts';
import type { Db, Trx } from '../../db/connection.ts';
import { inTransaction } from '../../db/transaction.ts';
import { conflict, invalid, notFound } from '../../errors.ts';
import { type LockedBug, lockBugs } from '../activity/change-bugs.ts';
import { announced, uploadOf } from '../attachments/operations.ts';
import * as attachments from '../attachments/queries.ts';
import type { NewAttachment, Upload } from '../attachments/schema.ts';
import type { CommentImage } from './schema.ts';

/** Per bug, over all drafts. */
const maxUnattached = 100;

export const tooManyUnattached = () =>
  conflict(
    `This bug has ${maxUnattached} images without a comment. Post a comment with them, or try again tomorrow.`,
  );

export async function lockBug(trx: Trx, actor: Actor, id: number): Promise<LockedBug> {
  const [bug] = await lockBugs(trx, { ids: [id], teamIds: actor.teamIds });
  if (!bug) throw notFound();
  return bug;
}

export async function announceImage(
  context: Context,
  actor: Actor,
  bugId: number,
  given: NewAttachment,
): Promise<Upload> {
  const image = await inTransaction(context.pools.main, async (trx) => {
    const bug = await lockBug(trx, actor, bugId);
    if ((await attachments.countUnattached(trx, bugId)) >= maxUnattached) throw tooManyUnattached();
    const { team_id, project_id } = bug;
    const values = {
      team_id,
      project_id,
      bug_id: bugId,
      ...announced(given),
      is_dropped: false,
      for_comment: true,
    };
    return attachments.insertAttachment(trx, values);
  });
  if (!image) throw new Error('A comment image conflicts with the image of the report');
  return uploadOf(context, image);
}

export async function listImages(context: Context, actor: Actor, bugId: number, ids: number[]) {
  const { main } = context.pools;
  const bug = await main
    .selectFrom('bugs')
    .select('id')
    .where('id', '=', bugId)
    .where('team_id', '=', sql<number>`any(${actor.teamIds})`)
    .executeTakeFirst();
  if (!bug) throw notFound();
  const rows = await attachments.listImagesForComments(main, bugId, ids);
  const items = await Promise.all(rows.map((row) => imageOf(context, row)));
  return { items, total: items.length };
}

/**
 * An image belongs to the first comment that references it. Images it no longer references are deleted. The bug must be locked.
 */
export async function assignImagesIn(
  trx: Trx,
  place: { bug_id: number; comment_id: number },
  body: string,
): Promise<void> {
  const named = referencedImageIds(body);
  await attachments.discardImagesOfComment(trx, place, named);
  if (named.length > 0 && (await attachments.assignImages(trx, place, named)) > maxCommentImages)
    throw invalid('body', `must reference at most ${maxCommentImages} images`);
}

export async function withImages<Row extends { id: number; bug_id: number; body: string }>(
  context: Context,
  db: Db,
  comments: Row[],
): Promise<(Row & { images: CommentImage[] })[]> {
  const naming = comments.filter(({ body }) => referencedImageIds(body).length > 0);
  const bugIds = [...new Set(naming.map(({ bug_id }) => bug_id))];
  const ids = naming.map(({ id }) => id);
  const rows = ids.length > 0 ? await attachments.listImagesOfComments(db, bugIds, ids) : [];
  return Promise.all(
    comments.map(async (comment) => {
      const own = rows.filter(({ comment_id }) => comment_id === comment.id);
      return { ...comment, images: await Promise.all(own.map((row) => imageOf(context, row))) };
    }),
  );
}

type ImageRow = Awaited<ReturnType<typeof attachments.listImagesForComments>>[number];

async function imageOf({ storage }: Context, row: ImageRow): Promise<CommentImage> {
  const { id, filename, content_type, content_length } = row;
  return { id, filename, content_type, content_length, url: await storage.readUrl(row) };
}
