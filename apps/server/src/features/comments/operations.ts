import { sql } from 'kysely';
import type { Actor } from '../../auth/actor.ts';
import type { Context } from '../../context.ts';
import type { Db, Trx } from '../../db/connection.ts';
import { inTransaction } from '../../db/transaction.ts';
import { forbidden, notFound } from '../../errors.ts';
import type { Pagination } from '../../schema.ts';
import { changeBugs } from '../activity/change-bugs.ts';
import { authorOf, insertActivity } from '../activity/queries.ts';
import { discardImagesOfComment } from '../attachments/queries.ts';
import { assignImagesIn, lockBug, withImages } from './images.ts';

interface CommentKey {
  bug_id: number;
  comment_id: number;
}

export async function listComments(context: Context, actor: Actor, bugId: number, page: Pagination) {
  const { main } = context.pools;
  const bug = await main
    .selectFrom('bugs')
    .select('comment_count')
    .where('id', '=', bugId)
    .where('team_id', '=', sql<number>`any(${actor.teamIds})`)
    .executeTakeFirst();
  if (!bug) throw notFound();
  const items = await comments(main)
    .where('bug_id', '=', bugId)
    .orderBy('comments.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { items: await withImages(context, main, items), total: bug.comment_count, ...page };
}

export async function createComment(context: Context, actor: Actor, bugId: number, body: string) {
  return inTransaction(context.pools.main, async (trx) => {
    const bug = await lockBug(trx, actor, bugId);
    const { id } = await trx
      .insertInto('comments')
      .values({ team_id: bug.team_id, bug_id: bugId, author_id: actor.userId, body, via: actor.via })
      .returning('id')
      .executeTakeFirstOrThrow();
    await assignImagesIn(trx, { bug_id: bugId, comment_id: id }, body);
    const note = { kind: 'commented' as const, changes: { comment: { id } } };
    await changeBugs(trx, authorOf(actor), [bug], () => ({ comment_count: bug.comment_count + 1, note }));
    return selectComment(context, trx, id);
  });
}

/** The bug's revision stays the same: it shows the number of comments only. */
export async function editComment(context: Context, actor: Actor, place: CommentKey, body: string) {
  const { comment_id: id } = place;
  return inTransaction(context.pools.main, async (trx) => {
    const { bug, comment } = await lockOwnComment(trx, actor, place);
    if (comment.body !== body) {
      await assignImagesIn(trx, place, body);
      await trx.updateTable('comments').set({ body, edited_at: sql`now()` }).where('id', '=', id).execute();
      await insertActivity(trx, authorOf(actor), [
        { bug, kind: 'comment_edited', changes: { comment: { id } } },
      ]);
    }
    return selectComment(context, trx, id);
  });
}

export async function deleteComment(context: Context, actor: Actor, place: CommentKey): Promise<void> {
  const { comment_id: id } = place;
  await inTransaction(context.pools.main, async (trx) => {
    const { bug } = await lockOwnComment(trx, actor, place);
    await trx.deleteFrom('comments').where('id', '=', id).execute();
    await discardImagesOfComment(trx, place);
    const note = { kind: 'comment_deleted' as const, changes: { comment: { id } } };
    await changeBugs(trx, authorOf(actor), [bug], () => ({ comment_count: bug.comment_count - 1, note }));
  });
}

export const notTheAuthor = () => forbidden('Only the author may change a comment');

async function lockOwnComment(trx: Trx, actor: Actor, { bug_id, comment_id }: CommentKey) {
  const bug = await lockBug(trx, actor, bug_id);
  const comment = await trx
    .selectFrom('comments')
    .select(['author_id', 'body'])
    .where('bug_id', '=', bug_id)
    .where('id', '=', comment_id)
    .executeTakeFirst();
  if (!comment) throw notFound();
  if (comment.author_id !== actor.userId) throw notTheAuthor();
  return { bug, comment };
}

const comments = (db: Db) =>
  db
    .selectFrom('comments')
    .leftJoin('users', 'users.id', 'comments.author_id')
    .select([
      'comments.id',
      'comments.bug_id',
      sql<{ id: number; name: string; email: string } | null>`
        case when users.id is not null
          then json_build_object('id', users.id, 'name', users.name, 'email', users.email) end`.as('author'),
      'comments.body',
      'comments.via',
      'comments.created_at',
      'comments.edited_at',
    ]);

async function selectComment(context: Context, db: Db, id: number) {
  const [comment] = await selectComments(context, db, [id]);
  if (!comment) throw notFound();
  return comment;
}

export async function selectComments(context: Context, db: Db, ids: number[]) {
  const rows = await comments(db).where('comments.id', '=', sql<number>`any(${ids})`).execute();
  return withImages(context, db, rows);
}
