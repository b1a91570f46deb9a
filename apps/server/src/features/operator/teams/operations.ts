import type { Plan } from '@skep/vocabulary';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { monthlyCap } from '../../../plans.ts';
import type { Pagination } from '../../../schema.ts';
import { listMembers } from '../../teams/queries.ts';
import * as queries from './queries.ts';
import type { OperatorProjectPatch, OperatorTeamPatch } from './schema.ts';

export async function listTeams({ pools }: Context, search: string, page: Pagination) {
  const [items, total] = await Promise.all([
    queries.listTeams(pools.main, search, page),
    queries.countTeams(pools.main, search),
  ]);
  return { items: items.map(withCap), total, limit: page.limit, offset: page.offset };
}

const withCap = <T extends { plan: Plan }>(team: T) => ({ ...team, cap: monthlyCap[team.plan] });

export async function getTeam({ pools }: Context, id: number) {
  const team = await queries.findTeam(pools.main, id);
  if (!team) throw notFound();
  const [members, projects] = await Promise.all([
    listMembers(pools.main, id),
    queries.listProjects(pools.main, id),
  ]);
  return { ...withCap(team), members, projects };
}

/** The projects of one team or of all, with their team's slug and plan. */
export async function listProjects({ pools }: Context, teamId: number | null, page: Pagination) {
  const [items, total] = await Promise.all([
    queries.listAllProjects(pools.main, teamId, page),
    queries.countProjects(pools.main, teamId),
  ]);
  return { items: items.map(withCap), total, limit: page.limit, offset: page.offset };
}

/** For whoever names a team by its slug, as people do. */
export async function findTeamId({ pools }: Context, slug: string): Promise<number> {
  const id = await queries.findTeamId(pools.main, slug);
  if (id === undefined) throw notFound();
  return id;
}

export async function updateTeam(context: Context, id: number, { plan }: OperatorTeamPatch) {
  if (plan) await queries.setPlan(context.pools.main, id, plan);
  return getTeam(context, id);
}

export async function updateProject({ pools }: Context, id: number, patch: OperatorProjectPatch) {
  const { reports_per_minute } = patch;
  if (reports_per_minute) await queries.setReportsPerMinute(pools.main, id, reports_per_minute);
  const project = await queries.findProject(pools.main, id);
  if (!project) throw notFound();
  return project;
}
