import { sql } from 'kysely';
import type { Actor } from '../../auth/actor.ts';
import type { Db, Trx } from '../../db/connection.ts';
import type { Pagination } from '../../schema.ts';

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

/** Lists the comments on a bug, oldest first. */
export function listComments(db: Db, bugId: number, { limit, offset }: Pagination) {
  return comments(db)
    .where('bug_id', '=', bugId)
    .orderBy('comments.id')
    .limit(limit)
    .offset(offset)
    .execute();
}

export function selectComment(db: Db, id: number) {
  return comments(db).where('comments.id', '=', id).executeTakeFirstOrThrow();
}

/** Selects comments by id; ids that no comment has are left out. */
export function selectComments(db: Db, ids: number[]) {
  return comments(db).where('comments.id', '=', sql<number>`any(${ids})`).execute();
}

/** Answers undefined when the bug does not exist or belongs to a team that is not among these. */
export async function findCommentCount(
  db: Db,
  teamIds: number[],
  bugId: number,
): Promise<number | undefined> {
  const bug = await db
    .selectFrom('bugs')
    .select('comment_count')
    .where('id', '=', bugId)
    .where('team_id', '=', sql<number>`any(${teamIds})`)
    .executeTakeFirst();
  return bug?.comment_count;
}

/**
 * Changes a bug's count of comments, which locks the bug, and says which team the bug belongs to. Undefined when it belongs
 * to none of these teams.
 */
export async function countComment(
  trx: Trx,
  teamIds: number[],
  bugId: number,
  difference: 1 | -1,
): Promise<number | undefined> {
  const bug = await trx
    .updateTable('bugs')
    .set({
      comment_count: sql`comment_count + ${difference}`,
      updated_at: sql`now()`,
      revision: sql`revision + 1`,
    })
    .where('id', '=', bugId)
    .where('team_id', '=', sql<number>`any(${teamIds})`)
    .returning('team_id')
    .executeTakeFirst();
  return bug?.team_id;
}

export async function insertComment(
  trx: Trx,
  values: { team_id: number; bug_id: number; author_id: number; body: string; via: Actor['via'] },
): Promise<number> {
  const { id } = await trx.insertInto('comments').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Locks the bug and finds a comment on it. Undefined when it has no such comment, or is in none of these teams. */
export async function findCommentLocked(trx: Trx, teamIds: number[], bugId: number, id: number) {
  const bug = trx
    .selectFrom('bugs')
    .select('id')
    .where('id', '=', bugId)
    .where('team_id', '=', sql<number>`any(${teamIds})`)
    .forNoKeyUpdate();
  if (!(await bug.executeTakeFirst())) return undefined;
  return trx
    .selectFrom('comments')
    .select(['author_id', 'body'])
    .where('bug_id', '=', bugId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function updateComment(trx: Trx, id: number, body: string): Promise<void> {
  await trx.updateTable('comments').set({ body, edited_at: sql`now()` }).where('id', '=', id).execute();
}

export async function deleteComment(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('comments').where('id', '=', id).execute();
}
