import type { Actor } from '../../auth/actor.ts';
import type { Context } from '../../context.ts';
import type { Trx } from '../../db/connection.ts';
import { inTransaction } from '../../db/transaction.ts';
import { forbidden, notFound } from '../../errors.ts';
import type { Pagination } from '../../schema.ts';
import { authorOf, insertActivity } from '../activity/queries.ts';
import * as queries from './queries.ts';

/** Names a comment by its bug and its id, as in the path of a request. */
export interface CommentPlace {
  bug_id: number;
  comment_id: number;
}

export async function listComments(context: Context, actor: Actor, bugId: number, page: Pagination) {
  const total = await queries.findCommentCount(context.pools.main, actor.teamIds, bugId);
  if (total === undefined) throw notFound();
  const items = await queries.listComments(context.pools.main, bugId, page);
  return { items, total, ...page };
}

export async function createComment(context: Context, actor: Actor, bugId: number, body: string) {
  return inTransaction(context.pools.main, async (trx) => {
    const teamId = await queries.countComment(trx, actor.teamIds, bugId, 1);
    if (teamId === undefined) throw notFound();
    const values = { team_id: teamId, bug_id: bugId, author_id: actor.userId, body, via: actor.via };
    const id = await queries.insertComment(trx, values);
    await noteComment(trx, actor, 'commented', { bug_id: bugId, comment_id: id });
    return queries.selectComment(trx, id);
  });
}

export async function editComment(context: Context, actor: Actor, place: CommentPlace, body: string) {
  return inTransaction(context.pools.main, async (trx) => {
    const comment = await requireOwnComment(trx, actor, place);
    if (comment.body !== body) {
      await queries.updateComment(trx, place.comment_id, body);
      await noteComment(trx, actor, 'comment_edited', place);
    }
    return queries.selectComment(trx, place.comment_id);
  });
}

export async function deleteComment(context: Context, actor: Actor, place: CommentPlace): Promise<void> {
  await inTransaction(context.pools.main, async (trx) => {
    await requireOwnComment(trx, actor, place);
    await queries.deleteComment(trx, place.comment_id);
    await queries.countComment(trx, actor.teamIds, place.bug_id, -1);
    await noteComment(trx, actor, 'comment_deleted', place);
  });
}

export const notTheAuthor = () => forbidden('Only the author may change a comment');

async function requireOwnComment(trx: Trx, actor: Actor, { bug_id, comment_id }: CommentPlace) {
  const comment = await queries.findCommentLocked(trx, actor.teamIds, bug_id, comment_id);
  if (!comment) throw notFound();
  if (comment.author_id !== actor.userId) throw notTheAuthor();
  return comment;
}

function noteComment(
  trx: Trx,
  actor: Actor,
  kind: 'commented' | 'comment_edited' | 'comment_deleted',
  { bug_id, comment_id }: CommentPlace,
): Promise<void> {
  return insertActivity(trx, authorOf(actor), [{ bug_id, kind, changes: { comment: { id: comment_id } } }]);
}
