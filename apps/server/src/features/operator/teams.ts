import type { Plan } from '@skep/vocabulary';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connection.ts';
import { selectPage } from '../../db/sql.ts';
import { notFound } from '../../errors.ts';
import { monthlyCap } from '../../plans.ts';
import type { Pagination } from '../../schema.ts';
import { noteCatalogueChange, noteChangedProject } from '../events/outbox.ts';
import { listMembers } from '../teams/queries.ts';
import { contains, usageWhere } from './queries.ts';
import type { OperatorProjectPatch, OperatorTeamPatch } from './schema.ts';

const teams = (db: Db) =>
  db
    .selectFrom('teams')
    .where('closed_at', 'is', null)
    .select([
      'teams.id',
      'teams.name',
      'teams.slug',
      'teams.plan',
      'teams.created_at',
      sql<number>`(select count(*) from memberships where memberships.team_id = teams.id)`.as('member_count'),
      sql<number>`(select count(*) from projects where projects.team_id = teams.id)`.as('project_count'),
      usageWhere(sql`project_usage.team_id = teams.id`).as('usage'),
    ]);

const withCap = <T extends { plan: Plan }>(team: T) => ({ ...team, cap: monthlyCap[team.plan] });

export async function listTeams({ pools }: Context, search: string, page: Pagination) {
  const matching = teams(pools.main).where(contains(search, sql`teams.name`, sql`teams.slug`));
  const found = await selectPage(matching.orderBy('id', 'desc'), page);
  return { ...found, items: found.items.map(withCap) };
}

export async function getTeam({ pools: { main: db } }: Context, id: number) {
  const team = await teams(db).where('teams.id', '=', id).executeTakeFirst();
  if (!team) throw notFound();
  const [members, projects] = await Promise.all([
    listMembers(db, id),
    db
      .selectFrom('projects')
      .select(projectColumns)
      .where('projects.team_id', '=', id)
      .orderBy('id', 'desc')
      .execute(),
  ]);
  return { ...withCap(team), members, projects };
}

export async function findTeamId({ pools }: Context, slug: string): Promise<number> {
  const team = await teams(pools.main).where('slug', '=', slug).executeTakeFirst();
  if (!team) throw notFound();
  return team.id;
}

export async function updateTeam(context: Context, id: number, { plan }: OperatorTeamPatch) {
  if (plan) {
    await context.pools.main.updateTable('teams').set({ plan }).where('id', '=', id).execute();
    await noteCatalogueChange(context.pools.main, 'team', id);
  }
  return getTeam(context, id);
}

const projectColumns = [
  'projects.id',
  'projects.team_id',
  'projects.name',
  'projects.reports_per_minute',
  'projects.created_at',
  usageWhere(sql`project_usage.team_id = projects.team_id and project_usage.project_id = projects.id`).as(
    'usage',
  ),
] as const;

export async function listProjects({ pools }: Context, teamId: number | null, page: Pagination) {
  const projects = pools.main
    .selectFrom('projects')
    .innerJoin('teams', 'teams.id', 'projects.team_id')
    .select([...projectColumns, 'teams.slug as team_slug', 'teams.plan'])
    .where('teams.closed_at', 'is', null)
    .$if(teamId !== null, (query) => query.where('projects.team_id', '=', teamId as number));
  const found = await selectPage(projects.orderBy('projects.id', 'desc'), page);
  return { ...found, items: found.items.map(withCap) };
}

export async function updateProject({ pools }: Context, id: number, patch: OperatorProjectPatch) {
  const { reports_per_minute } = patch;
  if (reports_per_minute) {
    await pools.main.updateTable('projects').set({ reports_per_minute }).where('id', '=', id).execute();
    await noteChangedProject(pools.main, id);
  }
  const project = await pools.main
    .selectFrom('projects')
    .select(projectColumns)
    .where('projects.id', '=', id)
    .executeTakeFirst();
  if (!project) throw notFound();
  return project;
}
