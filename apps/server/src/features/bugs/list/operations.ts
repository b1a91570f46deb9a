import type { BugFilters } from '@skep/vocabulary';
import type { Actor } from '../../../auth/actor.ts';
import type { Context } from '../../../context.ts';
import { invalid } from '../../../errors.ts';
import { findPage, measureList, type Page, type Total } from '../../search/operations.ts';
import { walkPage } from '../../search/queries/page.ts';
import {
  listOf,
  namedIn,
  readFilters,
  resolveFilters,
  teamsAskedFor,
  teamsWithAll,
} from '../filters/operations.ts';
import { itemsToJson, listItemsAsJson } from '../items/operations.ts';
import { selectItemsAlong } from '../items/queries.ts';
import { putAddresses } from '../queries/image.ts';
import { readQuickPage } from './queries/quick.ts';
import type { BugListQuery } from './schema.ts';

/** Lists one page of the bugs that match, newest first, as JSON. */
export async function listBugs(context: Context, actor: Actor, query: BugListQuery): Promise<string> {
  const { limit, offset, before_id: before = null, ...given } = query;
  if (offset !== undefined && before !== null)
    throw invalid('before_id', 'cannot be given together with offset');
  const page = { limit, offset: offset ?? 0, before };
  const { items, ...total } =
    (await listQuickly(context, actor, given, page)) ??
    (await listAlongIndex(context, actor, given, page)) ??
    (await listBySearching(context, actor, given, page));
  const rest = JSON.stringify({ ...total, limit, offset: page.offset });
  return `{"items":${items},${rest.slice(1)}`;
}

type Listed = Total & { items: string };

/** The page by one statement, where there is one for such filters. */
async function listQuickly(
  context: Context,
  actor: Actor,
  given: BugFilters,
  page: Page,
): Promise<Listed | undefined> {
  const { team_id, project_id: projectId, status, severity, ...others } = given;
  if (Object.values(others).some((value) => value !== undefined)) return undefined;
  const found = await readQuickPage(context.pools.main, {
    teamIds: teamsAskedFor(actor, team_id),
    projectId,
    statuses: listOf(status),
    severities: listOf(severity),
    ...page,
  });
  // What is not there, or in another team than the one that is asked for, is told apart by those who search.
  if (!found?.is_there) return undefined;
  const items = await putAddresses(context.storage, `[${found.items ?? ''}]`, found.images ?? []);
  return { items, total: found.total };
}

/**
 * The page by two statements: the first tells which index leads to it, and that all is there that the filters name. From a place
 * on, it may take more than one look to find out where a list ends.
 */
async function listAlongIndex(
  context: Context,
  actor: Actor,
  given: BugFilters,
  { limit, offset, before }: Page,
): Promise<Listed | undefined> {
  if (given.search !== undefined) return undefined;
  const measured = await measureList(context, actor, readFilters(actor, given), namedIn(given));
  if (!measured) return undefined;
  const { known, total, teamsOfEach, walkIn } = measured;
  const teamIds = teamsWithAll(actor, given, teamsOfEach);
  const wanted = teamIds.length > 0 ? Math.min(limit, total - offset) : 0;
  if (wanted <= 0) return { items: '[]', total };
  const { main } = context.pools;
  const rest = { limit: wanted, offset, before };
  const items = await walkPage(main, walkIn(teamIds), rest, known, selectItemsAlong);
  return { items: await itemsToJson(context, items), total };
}

async function listBySearching(
  context: Context,
  actor: Actor,
  given: BugFilters,
  page: Page,
): Promise<Listed> {
  const filters = await resolveFilters(context, actor, given);
  const { ids, ...total } = await findPage(context, actor, filters, page);
  const items = ids.length > 0 ? await listItemsAsJson(context, context.pools.main, ids) : '[]';
  return { items, ...total };
}
