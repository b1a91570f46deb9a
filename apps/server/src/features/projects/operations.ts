import { sql } from 'kysely';
import { type Actor, requireProject, requireTeam } from '../../auth/actor.ts';
import { generateSecret } from '../../auth/secrets.ts';
import type { Context } from '../../context.ts';
import type { Database, Db, Trx } from '../../db/connection.ts';
import { lockFrom } from '../../db/locks.ts';
import { deleteInPortions, repeatInPortions, teamOf } from '../../db/sql.ts';
import { inTransaction } from '../../db/transaction.ts';
import { conflict, notFound } from '../../errors.ts';
import { monthlyCap } from '../../plans.ts';
import type { Pagination } from '../../schema.ts';
import { discardAttachmentsOfProject, discardDroppedOfProject } from '../attachments/queries.ts';
import { deleteBugsOfProject } from '../bugs/delete.ts';
import { noteCatalogueChange, noteChangedProject } from '../events/outbox.ts';
import * as addresses from '../notifications/addresses.ts';
import { isConfirmed } from '../notifications/addresses.ts';
import { followNotificationEmails } from '../notifications/consent.ts';
import { deleteLog, lockWebhooks, selectWebhooks } from '../webhooks/webhooks.ts';
import type { NewProject, ProjectDetail, ProjectPatch, ProjectsQuery } from './schema.ts';

const projectsAllowed = 200;
export const hasTooManyProjects = () =>
  conflict(`A team has at most ${projectsAllowed} projects. Delete one first.`);

export async function listProjects(
  context: Context,
  actor: Actor,
  { team_id, limit, offset }: ProjectsQuery,
) {
  if (team_id !== undefined) requireTeam(actor, team_id);
  const teamIds = team_id === undefined ? actor.teamIds : [team_id];
  const [items, total] = await Promise.all([
    selectProjects(context.pools.main, teamIds, { limit, offset }),
    countProjects(context.pools.main, teamIds),
  ]);
  return { items, total, limit, offset };
}

export async function createProject(
  context: Context,
  actor: Actor,
  input: NewProject,
): Promise<ProjectDetail> {
  requireTeam(actor, input.team_id);
  const { team_id, name, description = null } = input;
  const values = { team_id, name, description, api_key: generateSecret('sk_') };
  const id = await inTransaction(context.pools.main, async (trx) => {
    if (!(await lockTeam(trx, team_id))) throw notFound();
    if ((await countProjects(trx, [team_id])) >= projectsAllowed) throw hasTooManyProjects();
    return insertProject(trx, values);
  });
  return getProject(context, actor, id);
}

export async function getProject(context: Context, actor: Actor, id: number): Promise<ProjectDetail> {
  const project = await findProject(context.pools.main, actor.teamIds, id);
  if (!project) throw notFound();
  return { ...project, usage: { ...project.usage, cap: monthlyCap[project.plan] } };
}

export async function updateProject(context: Context, actor: Actor, id: number, patch: ProjectPatch) {
  await requireProject(context.pools.main, actor, id);
  const { name, description, allowed_origins, notification_emails, notify_reporters } = patch;
  const known = { name, description, allowed_origins, notification_emails, notify_reporters };
  const given = Object.entries(known).filter(([, value]) => value !== undefined);
  await inTransaction(context.pools.main, async (trx) => {
    await updateProjectRow(trx, id, Object.fromEntries(given));
    if (notification_emails) await followNotificationEmails(trx, actor, id);
  });
  return getProject(context, actor, id);
}

/** From here on nobody is told by mail of the new bugs of these teams. */
export async function silenceProjects(trx: Trx, teamIds: number[]): Promise<void> {
  const ids = await clearNotificationEmails(trx, teamIds);
  await addresses.lockAddressesOf(trx, ids);
  for (const id of ids) await addresses.followNotificationEmails(trx, id);
}

/** Replaces the project's own key. The old one stops working; additional keys stay as they are. */
export async function rotateProjectKey(context: Context, actor: Actor, id: number): Promise<ProjectDetail> {
  await requireProject(context.pools.main, actor, id);
  await updateProjectRow(context.pools.main, id, { api_key: generateSecret('sk_') });
  return getProject(context, actor, id);
}

export async function deleteProject(context: Context, actor: Actor, id: number): Promise<void> {
  await requireProject(context.pools.main, actor, id);
  await removeProject(context, id);
}

/** Few enough that nobody waits long for their locks. */
const bugsPerPortion = 500;

/**
 * Deletes a project and all that is in it, and says whether that is done: it stops between two portions when `isOver` says
 * so, and can be begun again. The bugs and whatever else there may be much of go first, in portions, because
 * one long transaction would hold up the reports and events of everybody. A last transaction then locks the project and
 * deletes its usage rows, which waits for reports that are just being stored and keeps new ones out. From there on nothing
 * is added, so it can delete what has come since. Webhooks are locked before bugs, as everywhere.
 */
export async function removeProject(context: Context, id: number, isOver = () => false): Promise<boolean> {
  for (const webhook of await selectWebhooks(context.pools.main, id))
    await deleteLog(context.pools.main, webhook.id);
  await repeatInPortions(
    (limit) =>
      isOver()
        ? Promise.resolve(0)
        : inTransaction(context.pools.main, (trx) => deleteBugsOfProject(trx, id, limit)),
    bugsPerPortion,
  );
  if (isOver()) return false;
  await emptyProject(context.pools.main, id);
  await discardDroppedOfProject(context.pools.main, id);
  await inTransaction(context.pools.main, async (trx) => {
    await closeProject(trx, id);
    await lockWebhooks(trx, 'project_id', [id]);
    await deleteBugsOfProject(trx, id);
    await discardAttachmentsOfProject(trx, id);
    await deleteProjectRow(trx, id);
  });
  return true;
}

const itemColumns = [
  'projects.id',
  'projects.team_id',
  'projects.name',
  'projects.allowed_origins',
  'projects.notification_emails',
  'projects.notify_reporters',
  'projects.created_at',
] as const;

const ofTeams = (teamIds: number[]) => sql<boolean>`projects.team_id = any(${teamIds})`;

function selectProjects(db: Db, teamIds: number[], { limit, offset }: Pagination) {
  return db
    .selectFrom('projects')
    .select(itemColumns)
    .where(ofTeams(teamIds))
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

async function countProjects(db: Db, teamIds: number[]): Promise<number> {
  const { count } = await db
    .selectFrom('projects')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(ofTeams(teamIds))
    .executeTakeFirstOrThrow();
  return count;
}

interface UsageRow {
  month: string;
  stored: number;
  dropped_quota: number;
  dropped_blocklist: number;
}

const thisMonth = sql<string>`to_char(now() at time zone 'utc', 'YYYY-MM')`;

const usageThisMonth = sql<UsageRow>`(
  select json_build_object('month', today.month, 'stored', coalesce(stored, 0),
    'dropped_quota', coalesce(dropped_quota, 0), 'dropped_blocklist', coalesce(dropped_blocklist, 0))
  from (select ${thisMonth} as month) as today
  left join project_usage on project_usage.team_id = projects.team_id
    and project_usage.project_id = projects.id and project_usage.month = today.month
)`;

interface NotificationAddressRow {
  email: string;
  confirmed: boolean;
  muted: boolean;
}

/**
 * The state of each notification address, in the order of the project's list. An address that has not been confirmed is
 * never shown as muted, because the team has no right to know that.
 */
const notificationAddresses = sql<NotificationAddressRow[]>`(
  select coalesce(json_agg(json_build_object('email', given.email, 'confirmed', confirmed,
    'muted', confirmed and muted_at is not null) order by n), '[]')
  from unnest(projects.notification_emails) with ordinality as given (email, n)
  join mail_addresses on mail_addresses.email = fold_ascii(given.email)
  join notification_addresses on address_id = mail_addresses.id and project_id = projects.id
  cross join lateral (select ${isConfirmed} as confirmed) as state
)`;

/** Answers undefined when the project does not exist or belongs to a team that is not among these. */
function findProject(db: Db, teamIds: number[], id: number) {
  return db
    .selectFrom('projects')
    .innerJoin('teams', 'teams.id', 'projects.team_id')
    .select([
      ...itemColumns,
      'projects.description',
      'projects.api_key',
      'teams.plan',
      usageThisMonth.as('usage'),
      notificationAddresses.as('notification_addresses'),
    ])
    .where('projects.id', '=', id)
    .where(ofTeams(teamIds))
    .executeTakeFirst();
}

/** Locks the team so that concurrent creations are counted one after the other; false when it is being deleted. */
async function lockTeam(trx: Trx, teamId: number): Promise<boolean> {
  const team = await lockFrom(trx, 'teams')
    .select('id')
    .where('id', '=', teamId)
    .where('closed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return team !== undefined;
}

async function insertProject(
  db: Db,
  values: { team_id: number; name: string; description: string | null; api_key: string },
): Promise<number> {
  const { id } = await db.insertInto('projects').values(values).returning('id').executeTakeFirstOrThrow();
  await noteChangedProject(db, id);
  return id;
}

interface ProjectValues {
  name?: string;
  description?: string | null;
  allowed_origins?: string[];
  notification_emails?: string[];
  notify_reporters?: boolean;
  api_key?: string;
}

async function updateProjectRow(db: Db, id: number, values: ProjectValues): Promise<void> {
  await db.updateTable('projects').set(values).where('id', '=', id).execute();
  await noteChangedProject(db, id);
}

/** Answers the projects that had some. */
async function clearNotificationEmails(trx: Trx, teamIds: number[]): Promise<number[]> {
  const cleared = await trx
    .updateTable('projects')
    .set({ notification_emails: [] })
    .where('team_id', '=', sql<number>`any(${teamIds})`)
    .where(sql<boolean>`notification_emails <> '{}'`)
    .returning('id')
    .execute();
  if (cleared.length > 0) await noteCatalogueChange(trx, 'projects', teamIds);
  return cleared.map(({ id }) => id);
}

/** Deletes, in portions, the rows that a project takes with it and that may be too many for one transaction. */
async function emptyProject(db: Database, id: number): Promise<void> {
  for (const table of ['dropped_reports', 'idempotency_keys', 'bug_notices'] as const)
    await deleteInPortions(db, table, sql`team_id = ${teamOf('projects', id)} and project_id = ${id}`);
}

/**
 * Nothing comes to it any more. Whoever stores a report locks its Idempotency-Key and its usage row first, and then perhaps
 * the project: here it is the same.
 */
async function closeProject(trx: Trx, id: number): Promise<void> {
  await sql`
    with locked as (
      select from idempotency_keys where team_id = ${teamOf('projects', id)} and project_id = ${id} order by key for update
    )
    select count(*) from locked`.execute(trx);
  await trx
    .deleteFrom('project_usage')
    .where('team_id', '=', teamOf('projects', id))
    .where('project_id', '=', id)
    .execute();
  await lockFrom(trx, 'projects').select('id').where('id', '=', id).forUpdate().execute();
}

async function deleteProjectRow(trx: Trx, id: number): Promise<void> {
  await noteChangedProject(trx, id);
  await trx.deleteFrom('projects').where('id', '=', id).execute();
}
