import type { Actor } from '../../auth/actor.ts';
import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { attachmentsOf } from './attachment-operations.ts';
import { findBug } from './queries.ts';

/** The bug as JSON: `extra` is kept as text, and goes out as it came in. */
export async function getBug(context: Context, actor: Actor, id: number): Promise<string> {
  const bug = await findBug(context.db, actor.teamIds, id);
  if (!bug) throw notFound();
  const { extra, ...fields } = bug;
  const attachments = (await attachmentsOf(context, [id])).get(id) ?? [];
  const json = JSON.stringify({ ...fields, attachments });
  return `${json.slice(0, -1)},"extra":${extra}}`;
}
