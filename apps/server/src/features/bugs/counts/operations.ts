import type { Actor } from '../../../auth/actor.ts';
import type { Context } from '../../../context.ts';
import { countMatches } from '../../search/operations.ts';
import { resolveFilters } from '../filters/operations.ts';
import type { CountsRequest } from './schema.ts';

/** Counts the bugs that match each of several filters, as lists with these filters would. */
export async function countBugs(context: Context, actor: Actor, { filters }: CountsRequest) {
  const resolved = [];
  for (const given of filters) resolved.push(await resolveFilters(context, actor, given));
  return { counts: await countMatches(context, actor, resolved) };
}
