import type { Plan } from '@skep/vocabulary';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connection.ts';
import { notFound } from '../../errors.ts';
import { monthlyCap } from '../../plans.ts';
import type { Pagination } from '../../schema.ts';
import { noteCatalogueChange, noteChangedProject } from '../events/outbox.ts';
import { listMembers } from '../teams/queries.ts';
import { contains, usageWhere } from './queries.ts';
import type { OperatorProjectPatch, OperatorTeamPatch } from './schema.ts';

export async function listTeams({ pools }: Context, search: string, page: Pagination) {
  const [items, total] = await Promise.all([
    selectTeams(pools.main, search, page),
    countTeams(pools.main, search),
  ]);
  return { items: items.map(withCap), total, limit: page.limit, offset: page.offset };
}

const withCap = <T extends { plan: Plan }>(team: T) => ({ ...team, cap: monthlyCap[team.plan] });

export async function getTeam({ pools }: Context, id: number) {
  const team = await findTeam(pools.main, id);
  if (!team) throw notFound();
  const [members, projects] = await Promise.all([
    listMembers(pools.main, id),
    selectProjects(pools.main, id),
  ]);
  return { ...withCap(team), members, projects };
}

/** The projects of one team or of all, with their team's slug and plan. */
export async function listProjects({ pools }: Context, teamId: number | null, page: Pagination) {
  const [items, total] = await Promise.all([
    listAllProjects(pools.main, teamId, page),
    countProjects(pools.main, teamId),
  ]);
  return { items: items.map(withCap), total, limit: page.limit, offset: page.offset };
}

/** For whoever names a team by its slug, as people do. */
export async function findTeamId({ pools }: Context, slug: string): Promise<number> {
  const id = await selectTeamId(pools.main, slug);
  if (id === undefined) throw notFound();
  return id;
}

export async function updateTeam(context: Context, id: number, { plan }: OperatorTeamPatch) {
  if (plan) await setPlan(context.pools.main, id, plan);
  return getTeam(context, id);
}

export async function updateProject({ pools }: Context, id: number, patch: OperatorProjectPatch) {
  const { reports_per_minute } = patch;
  if (reports_per_minute) await setReportsPerMinute(pools.main, id, reports_per_minute);
  const project = await findProject(pools.main, id);
  if (!project) throw notFound();
  return project;
}

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

const matching = (search: string) => contains(search, sql`teams.name`, sql`teams.slug`);

export function selectTeams(db: Db, search: string, { limit, offset }: Pagination) {
  return teams(db).where(matching(search)).orderBy('id', 'desc').limit(limit).offset(offset).execute();
}

export async function countTeams(db: Db, search: string): Promise<number> {
  const { count } = await db
    .selectFrom('teams')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('closed_at', 'is', null)
    .where(matching(search))
    .executeTakeFirstOrThrow();
  return count;
}

export function findTeam(db: Db, id: number) {
  return teams(db).where('teams.id', '=', id).executeTakeFirst();
}

export async function selectTeamId(db: Db, slug: string): Promise<number | undefined> {
  const team = await db
    .selectFrom('teams')
    .select('id')
    .where('closed_at', 'is', null)
    .where('slug', '=', slug)
    .executeTakeFirst();
  return team?.id;
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

const projects = (db: Db) => db.selectFrom('projects').select(projectColumns);

export function selectProjects(db: Db, teamId: number) {
  return projects(db).where('projects.team_id', '=', teamId).orderBy('id', 'desc').execute();
}

const openProjects = (db: Db, teamId: number | null) =>
  db
    .selectFrom('projects')
    .innerJoin('teams', 'teams.id', 'projects.team_id')
    .where('teams.closed_at', 'is', null)
    .$if(teamId !== null, (query) => query.where('projects.team_id', '=', teamId as number));

export function listAllProjects(db: Db, teamId: number | null, { limit, offset }: Pagination) {
  return openProjects(db, teamId)
    .select([...projectColumns, 'teams.slug as team_slug', 'teams.plan'])
    .orderBy('projects.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countProjects(db: Db, teamId: number | null): Promise<number> {
  const { count } = await openProjects(db, teamId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export function findProject(db: Db, id: number) {
  return projects(db).where('projects.id', '=', id).executeTakeFirst();
}

export async function setPlan(db: Db, teamId: number, plan: Plan): Promise<void> {
  await db.updateTable('teams').set({ plan }).where('id', '=', teamId).execute();
  await noteCatalogueChange(db, 'team', teamId);
}

export async function setReportsPerMinute(db: Db, projectId: number, perMinute: number): Promise<void> {
  await db
    .updateTable('projects')
    .set({ reports_per_minute: perMinute })
    .where('id', '=', projectId)
    .execute();
  await noteChangedProject(db, projectId);
}
