import type { BugFilters } from '@skep/vocabulary';
import type { Actor } from '../../../auth/actor.ts';
import type { Context } from '../../../context.ts';
import { invalid, notFound } from '../../../errors.ts';
import { readTime } from '../../../iso-time.ts';
import { splitWords } from '../../search/index/queries.ts';
import type { Filters, Search } from '../../search/queries/filter.ts';
import { findTeamsOf, type Named } from '../../search/queries/named.ts';

/** Reads filters as they were given. A team, project, label, bug or person that the actor cannot see is not found. */
export async function resolveFilters(context: Context, actor: Actor, given: BugFilters): Promise<Filters> {
  const teamIds = await findTeams(context, actor, given);
  const search = await readSearch(context, teamIds.length, given.search);
  return { ...readFilters(actor, given), teamIds, search };
}

/** Reads all of them but the search, before it has been looked whether everything is there that they name. */
export function readFilters(actor: Actor, given: BugFilters): Filters {
  const { assignee_id, duplicate_of_id, environment, app_version, reporter } = given;
  return {
    teamIds: teamsAskedFor(actor, given.team_id),
    projectId: given.project_id,
    statuses: listOf(given.status),
    severities: listOf(given.severity),
    assigneeId: assignee_id === 'me' ? actor.userId : assignee_id === 'none' ? null : assignee_id,
    labelIds: listOf(given.label_id) ?? [],
    duplicateOf: duplicate_of_id,
    createdAfter: given.created_after === undefined ? undefined : readTime(given.created_after),
    createdBefore: given.created_before === undefined ? undefined : readTime(given.created_before),
    reporter,
    environment,
    appVersion: app_version,
  };
}

/** Each value once. A list of none is the same as no list: it does not filter. */
export function listOf<T>(given: T | T[] | undefined): T[] | undefined {
  const values = given === undefined ? [] : [...new Set([given].flat() as T[])];
  return values.length > 0 ? values : undefined;
}

/** Selects those of the actor's teams that have everything that the filters name. What none of them has is not found. */
export async function findTeams({ pools }: Context, actor: Actor, given: BugFilters): Promise<number[]> {
  const teamsOfEach = await findTeamsOf(pools.main, actor.teamIds, namedIn(given));
  return teamsWithAll(actor, given, teamsOfEach);
}

/** Those of the teams that are asked for that have everything that is named, of which is known what teams it is in. */
export function teamsWithAll(actor: Actor, { team_id }: BugFilters, teamsOfEach: number[][]): number[] {
  const asked = teamsAskedFor(actor, team_id);
  if (teamsOfEach.some((teams) => teams.length === 0)) throw notFound();
  return asked.filter((id) => teamsOfEach.every((teams) => teams.includes(id)));
}

/** Everything that filters name by its id. */
export const namedIn = ({ project_id, assignee_id, label_id, duplicate_of_id }: BugFilters): Named[] => [
  ...idsIn('project', project_id),
  ...idsIn('label', label_id),
  ...idsIn('member', assignee_id),
  ...idsIn('bug', duplicate_of_id),
];

/** The actor's teams, or the one of them that is asked for. */
export function teamsAskedFor(actor: Actor, teamId: number | undefined): number[] {
  if (teamId === undefined) return actor.teamIds;
  if (!actor.teamIds.includes(teamId)) throw notFound();
  return [teamId];
}

/** What a filter names by its id; words such as `me` name nothing. */
function idsIn(kind: Named['kind'], given: string | number | number[] | undefined): Named[] {
  const ids = (listOf(given) ?? []).filter((value) => typeof value === 'number');
  return ids.map((id) => ({ kind, id }));
}

/** How many index look-ups a search may take: each of its words is looked up in each team. */
const lookUpsAllowed = 1_000;
const wordsAllowed = 50;

/** Reads the text of a search; a blank one is no search. */
async function readSearch({ config, pools }: Context, teams: number, text = ''): Promise<Search | undefined> {
  if (text.trim() === '') return undefined;
  const bugId = bugNumber(text);
  if (!config.production) return { text, bugId };
  const words = await splitWords(pools.main, text);
  const most = Math.min(wordsAllowed, Math.floor(lookUpsAllowed / Math.max(teams, 1)));
  if (words.length > most)
    throw invalid('search', `must be at most ${most} words in ${teams} teams; fewer teams allow more`);
  return { words, bugId };
}

/** `2001` and `#2001` are bug numbers. */
function bugNumber(text: string): number | undefined {
  const id = Number(/^\s*#?([1-9]\d*)\s*$/.exec(text)?.[1]);
  return Number.isSafeInteger(id) ? id : undefined;
}
