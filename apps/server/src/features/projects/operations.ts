import { sql, type Updateable } from 'kysely';
import { type Actor, requireProject, requireTeam } from '../../auth/actor.ts';
import { generateSecret } from '../../auth/secrets.ts';
import type { Context } from '../../context.ts';
import type { Db, Trx } from '../../db/connection.ts';
import { lockFrom } from '../../db/locks.ts';
import { countRows, deleteInPortions, repeatInPortions, teamOf } from '../../db/sql.ts';
import type { Tables } from '../../db/tables.ts';
import { inTransaction } from '../../db/transaction.ts';
import { conflict, notFound } from '../../errors.ts';
import { monthlyCap } from '../../plans.ts';
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
  const projects = context.pools.main.selectFrom('projects').where(ofTeams(teamIds));
  const [items, total] = await Promise.all([
    projects.select(itemColumns).orderBy('id', 'desc').limit(limit).offset(offset).execute(),
    countRows(projects),
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
    // Locked, so that concurrent creations are counted correctly. A closed team gets no new projects.
    await lockFrom(trx, 'teams')
      .select('id')
      .where('id', '=', team_id)
      .where('closed_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(notFound);
    const count = await countRows(trx.selectFrom('projects').where('team_id', '=', team_id));
    if (count >= projectsAllowed) throw hasTooManyProjects();
    const insert = trx.insertInto('projects').values(values).returning('id');
    const { id } = await insert.executeTakeFirstOrThrow();
    await noteChangedProject(trx, id);
    return id;
  });
  return getProject(context, actor, id);
}

export async function getProject(context: Context, actor: Actor, id: number): Promise<ProjectDetail> {
  const project = await context.pools.main
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
    .where(ofTeams(actor.teamIds))
    .executeTakeFirstOrThrow(notFound);
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

export async function disableNotifications(trx: Trx, teamIds: number[]): Promise<void> {
  const cleared = await trx
    .updateTable('projects')
    .set({ notification_emails: [] })
    .where(ofTeams(teamIds))
    .where(sql<boolean>`notification_emails <> '{}'`)
    .returning('id')
    .execute();
  if (cleared.length > 0) await noteCatalogueChange(trx, 'projects', teamIds);
  const ids = cleared.map(({ id }) => id);
  await addresses.lockAddressesOf(trx, ids);
  for (const id of ids) await addresses.followNotificationEmails(trx, id);
}

export async function rotateProjectKey(context: Context, actor: Actor, id: number): Promise<ProjectDetail> {
  await requireProject(context.pools.main, actor, id);
  await updateProjectRow(context.pools.main, id, { api_key: generateSecret('sk_') });
  return getProject(context, actor, id);
}

export async function deleteProject(context: Context, actor: Actor, id: number): Promise<void> {
  await requireProject(context.pools.main, actor, id);
  await removeProject(context, id);
}

/** Keeps locks short. */
const bugsPerPortion = 500;

/**
 * Deletes a project with all its data. Returns false if `isOver` stopped it between two batches; it can then be called again.
 * Large tables are deleted in batches first, because one long transaction would block reports and events. A last transaction
 * locks the project and deletes its usage rows, which waits for reports being stored and blocks new ones, and then deletes what
 * has been added since. Webhooks are locked before bugs, as everywhere.
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
  for (const table of ['dropped_reports', 'idempotency_keys', 'bug_notices'] as const)
    await deleteInPortions(
      context.pools.main,
      table,
      sql`team_id = ${teamOf('projects', id)} and project_id = ${id}`,
    );
  await discardDroppedOfProject(context.pools.main, id);
  await inTransaction(context.pools.main, async (trx) => {
    await closeProject(trx, id);
    await lockWebhooks(trx, 'project_id', [id]);
    await deleteBugsOfProject(trx, id);
    await discardAttachmentsOfProject(trx, id);
    await noteChangedProject(trx, id);
    await trx.deleteFrom('projects').where('id', '=', id).execute();
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

const usageThisMonth = sql<Omit<ProjectDetail['usage'], 'cap'>>`(
  select json_build_object('month', today.month, 'stored', coalesce(stored, 0),
    'dropped_quota', coalesce(dropped_quota, 0), 'dropped_blocklist', coalesce(dropped_blocklist, 0))
  from (select to_char(now() at time zone 'utc', 'YYYY-MM') as month) as today
  left join project_usage on project_usage.team_id = projects.team_id
    and project_usage.project_id = projects.id and project_usage.month = today.month
)`;

/** Unconfirmed addresses are never shown as muted, because the team must not learn that. */
const notificationAddresses = sql<ProjectDetail['notification_addresses']>`(
  select coalesce(json_agg(json_build_object('email', given.email, 'confirmed', confirmed,
    'muted', confirmed and muted_at is not null) order by n), '[]')
  from unnest(projects.notification_emails) with ordinality as given (email, n)
  join mail_addresses on mail_addresses.email = fold_ascii(given.email)
  join notification_addresses on address_id = mail_addresses.id and project_id = projects.id
  cross join lateral (select ${isConfirmed} as confirmed) as state
)`;

async function updateProjectRow(db: Db, id: number, values: Updateable<Tables['projects']>): Promise<void> {
  await db.updateTable('projects').set(values).where('id', '=', id).execute();
  await noteChangedProject(db, id);
}

/** The lock order of report ingestion: idempotency keys, usage, project. */
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
