import { derivedFields, forFields, severities, statuses } from '@skep/vocabulary';
import { sql } from 'kysely';
import type { Actor } from '../../auth/actor.ts';
import type { McpGrant } from '../../auth/guards.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connection.ts';
import { invalidFields } from '../../errors.ts';
import type { Pagination } from '../../schema.ts';
import type { LabelChoice } from '../labels/queries.ts';
import { getProject, listProjects } from '../projects/operations.ts';
import { getTeam, listTeams } from '../teams/operations.ts';
import type { LabelReference, McpStats } from './schema.ts';

export async function listHoneycombs(context: Context, actor: Actor, page: Pagination) {
  const [projects, teams] = await Promise.all([
    listProjects(context, actor, page),
    listTeams(context, actor),
  ]);
  const teamOf = new Map(teams.items.map((team) => [team.id, team]));
  const items = projects.items.flatMap((project) => {
    const team = teamOf.get(project.team_id);
    return team ? [{ ...project, team }] : [];
  });
  return { ...projects, items };
}

export async function getHoneycomb(context: Context, actor: Actor, id: number) {
  const project = await getProject(context, actor, id);
  return { ...project, team: await getTeam(context, actor, project.team_id) };
}

export async function getStats({ pools }: Context, actor: Actor): Promise<McpStats> {
  const teams = await listTeamNames(pools.main, actor.teamIds);
  const counts = await pools.main
    .selectFrom('bugs')
    .select(({ fn }) => ['team_id', 'status', 'severity', fn.countAll<number>().as('count')])
    .where('team_id', '=', sql<number>`any(${actor.teamIds})`)
    .groupBy(['team_id', 'status', 'severity'])
    .execute();
  const sumOf = (matches: (count: (typeof counts)[number]) => boolean) =>
    counts.filter(matches).reduce((sum, { count }) => sum + count, 0);
  return {
    teams: teams.map((team) => ({
      ...team,
      open_count: sumOf(({ team_id, status }) => team_id === team.id && status === 'open'),
    })),
    open_count: sumOf(({ status }) => status === 'open'),
    by_severity: sumsOf(severities, (value) => sumOf(({ severity }) => severity === value)),
    by_status: sumsOf(statuses, (value) => sumOf(({ status }) => status === value)),
  };
}

const listTeamNames = (db: Db, ids: number[]) =>
  db
    .selectFrom('teams')
    .select(['id', 'name', 'slug'])
    .where('id', '=', sql<number>`any(${ids})`)
    .orderBy('id', 'desc')
    .execute();

function sumsOf<V extends string>(values: readonly V[], sum: (value: V) => number): Record<V, number> {
  return Object.fromEntries(values.map((value) => [value, sum(value)])) as Record<V, number>;
}

/** Fields hidden from tokens without `read:bugs`. */
const readableOnly = {
  description: null,
  stack_trace: null,
  extra: null,
  url: null,
  user_agent: null,
  ...forFields(derivedFields, () => null),
  reporter_email: null,
  reporter_identifier: null,
  attachments: [],
};

export function hideUnreadable({ scopes }: McpGrant, bug: string): string {
  return scopes.includes('read:bugs') ? bug : JSON.stringify({ ...JSON.parse(bug), ...readableOnly });
}

const eitherOf = 'must be given, either label_id or label_name';

export const labelIsUnclear = () =>
  invalidFields([
    { field: 'label_id', message: eitherOf },
    { field: 'label_name', message: eitherOf },
  ]);

export function readReference({ label_id: id, label_name: name }: LabelReference): LabelChoice {
  if (id !== undefined && name === undefined) return { id };
  if (name !== undefined && id === undefined) return { name };
  throw labelIsUnclear();
}
