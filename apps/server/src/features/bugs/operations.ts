import type { Actor } from '../../auth/actor.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connection.ts';
import { notFound } from '../../errors.ts';
import { putAddresses } from './queries/image.ts';
import { type BugText, findBug, selectBugs } from './queries/read.ts';

/** Reads a bug as JSON. */
export async function getBug(context: Context, actor: Actor, id: number): Promise<string> {
  const bug = await findBug(context.pools.main, actor.teamIds, id);
  if (!bug) throw notFound();
  return toBugJson(context, bug);
}

/** Reads bugs as JSON, by id. The caller has to make sure that they may be seen. Bugs that do not exist are left out. */
export async function getBugs(context: Context, db: Db, ids: number[]): Promise<Map<number, string>> {
  const bugs = await selectBugs(db, ids);
  const texts = bugs.map(async (bug) => [bug.id, await toBugJson(context, bug)] as const);
  return new Map(await Promise.all(texts));
}

/** Writes a bug as JSON, with the address of its image. */
export async function toBugJson({ storage }: Context, { json, extra, image }: BugText): Promise<string> {
  const complete = image ? await putAddresses(storage, json, [image]) : json;
  return `${complete.slice(0, -1)},"extra":${extra}}`;
}
