import type { Actor } from '../../auth/actor.ts';
import type { Context } from '../../context.ts';
import type { Db, Trx } from '../../db/connection.ts';
import { notFound } from '../../errors.ts';
import { attachmentsOf } from '../attachments/operations.ts';
import type { Attachment } from '../attachments/schema.ts';
import { bugHasChanged } from './if-match.ts';
import { findBug, findRevision, selectBugs } from './queries/read.ts';

/** Reads a bug as JSON. */
export async function getBug(context: Context, actor: Actor, id: number): Promise<string> {
  const bug = await findBug(context.pools.main, actor.teamIds, id);
  if (!bug) throw notFound();
  const attachments = await attachmentsOf(context, context.pools.main, [id]);
  return toBugJson(bug, attachments.get(id));
}

/**
 * Optimistic locking: refuses a change that is meant for another revision of the bug, which the transaction has locked. The
 * value of `If-Match` is an entity tag, which is compared as it stands.
 */
export async function requireRevision(
  trx: Trx,
  actor: Actor,
  id: number,
  ifMatch: string | undefined,
): Promise<void> {
  if (ifMatch === undefined) return;
  const revision = await findRevision(trx, actor.teamIds, id);
  if (revision === undefined) throw notFound();
  if (ifMatch !== `"${revision}"`) throw bugHasChanged();
}

/** Reads bugs as JSON, by id. The caller has to make sure that they may be seen. Bugs that do not exist are left out. */
export async function getBugs(context: Context, db: Db, ids: number[]): Promise<Map<number, string>> {
  const bugs = await selectBugs(db, ids);
  const attachments = await attachmentsOf(context, db, ids);
  return new Map(bugs.map((bug) => [bug.id, toBugJson(bug, attachments.get(bug.id))]));
}

/** Writes a bug as JSON. Its `extra` is stored as text, and goes out exactly as it came in. */
function toBugJson({ extra, ...fields }: { extra: string | null }, attachments: Attachment[] = []): string {
  const json = JSON.stringify({ ...fields, attachments });
  return `${json.slice(0, -1)},"extra":${extra}}`;
}
