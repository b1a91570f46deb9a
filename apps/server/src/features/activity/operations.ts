import type { Actor } from '../../auth/actor.ts';
import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import type { Page } from '../../schema.ts';
import { findTeamOfBug } from '../bugs/change/queries.ts';
import * as queries from './queries.ts';

export async function listActivity(context: Context, actor: Actor, bugId: number, page: Page) {
  if ((await findTeamOfBug(context.db, actor.teamIds, bugId)) === undefined) throw notFound();
  const items = await queries.listActivity(context.db, bugId, page);
  const total = await queries.countActivity(context.db, bugId);
  return { items, total, ...page };
}
