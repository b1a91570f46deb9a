import type { Actor } from '../../../auth/actor.ts';
import type { Context } from '../../../context.ts';
import { invalid, notFound } from '../../../errors.ts';
import type { Pagination } from '../../../schema.ts';
import { splitWords } from '../../search/index/queries.ts';
import { type Filters, findTeamsOf, type Named, type Search } from '../../search/queries/filter.ts';
import { findBugIds } from '../../search/queries/find.ts';
import { measureWalk, selectIds } from '../../search/queries/walk.ts';
import { listItems } from '../items/operations.ts';
import type { BugFilters, BugList, BugListQuery } from './schema.ts';

/** Lists one page of the bugs that match, newest first. */
export async function listBugs(context: Context, actor: Actor, query: BugListQuery): Promise<BugList> {
  const { limit, offset } = query;
  const filters = await resolveFilters(context, actor, query);
  const { search } = filters;
  const { ids, ...totals } = search
    ? await searchPage(context, actor, { ...filters, search }, { limit, offset })
    : await listPage(context, filters, { limit, offset });
  const items = ids.length > 0 ? await listItems(context, context.pools.main, ids) : [];
  return { items, ...totals, limit, offset };
}

/** Counts the matches first, so that the index scan can stop at the last of them instead of going on to the oldest bug. */
async function listPage({ pools }: Context, filters: Filters, { limit, offset }: Pagination) {
  const { walk, total } = await measureWalk(pools.main, filters);
  const wanted = Math.min(limit, total - offset);
  const ids = wanted > 0 ? await selectIds(pools.main, walk, { limit: wanted, offset }) : [];
  return { ids, total };
}

/** A search counts its matches up to this number. */
const countedFully = 1_000;

async function searchPage(
  { pools }: Context,
  actor: Actor,
  { search, ...filters }: Filters & { search: Search },
  { limit, offset }: Pagination,
) {
  const count = Math.max(countedFully + 1, offset + limit);
  const found = await pools.search.run(actor, filters.teamIds, (db) =>
    findBugIds(db, filters, search, { before: null, count }),
  );
  const ids = found.slice(offset, offset + limit);
  return found.length > countedFully
    ? { ids, total: countedFully, total_capped: true }
    : { ids, total: found.length };
}

/** Turns a query into filters. A project, label or assignee that is in none of the actor's teams is not found. */
export async function resolveFilters(context: Context, actor: Actor, query: BugFilters): Promise<Filters> {
  const { project_id: projectId, status, severity, assignee_id, label_id = [] } = query;
  const labelIds = [...new Set(label_id)];
  const assigneeId = readAssignee(actor, assignee_id);
  const memberId = assignee_id === 'me' ? undefined : (assigneeId ?? undefined);
  const teamIds = await narrowTeams(context, actor, { projectId, labelIds, memberId });
  const search = await readSearch(context, teamIds.length, query.search);
  return { teamIds, projectId, status, severity, assigneeId, labelIds, search };
}

/** How many index look-ups a search may take: each of its words is looked up in each team. */
const lookUpsAllowed = 1_000;
const wordsAllowed = 50;

/** Reads the text of a search; a blank one is no search. */
async function readSearch({ config, pools }: Context, teams: number, text = ''): Promise<Search | undefined> {
  if (text.trim() === '') return undefined;
  if (!config.production) return { text };
  const words = await splitWords(pools.main, text);
  const most = Math.min(wordsAllowed, Math.floor(lookUpsAllowed / Math.max(teams, 1)));
  if (words.length > most)
    throw invalid('search', `must be at most ${most} words in ${teams} teams; fewer teams allow more`);
  return { words };
}

/** Reads the id of an assignee: null means nobody, undefined means that it does not matter. */
function readAssignee(actor: Actor, text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined;
  if (text === 'me') return actor.userId;
  if (text === 'none') return null;
  const id = Number(text);
  if (!Number.isSafeInteger(id)) throw invalid('assignee_id', 'must be an id: a positive integer');
  return id;
}

/** Selects those of the actor's teams that have the project, all labels and the member that the query names. */
async function narrowTeams({ pools }: Context, { teamIds }: Actor, named: Named): Promise<number[]> {
  const { projectId, labelIds, memberId } = named;
  if (projectId === undefined && labelIds.length === 0 && memberId === undefined) return teamIds;
  const { project, labels, member } = await findTeamsOf(pools.main, teamIds, named);
  const isMissing =
    (projectId !== undefined && project === null) ||
    labels.length < labelIds.length ||
    (memberId !== undefined && member.length === 0);
  if (isMissing) throw notFound();
  return teamIds.filter(
    (id) =>
      (project === null || project === id) &&
      labels.every((team) => team === id) &&
      (memberId === undefined || member.includes(id)),
  );
}
