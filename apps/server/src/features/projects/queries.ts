import { sql } from 'kysely';
import type { Database, Db, Trx } from '../../db/connection.ts';
import { lockFrom } from '../../db/locks.ts';
import { deleteInPortions } from '../../db/portions.ts';
import { teamOf } from '../../db/team-of.ts';
import type { Pagination } from '../../schema.ts';
import { noteCatalogueChange, noteChangedProject } from '../events/outbox.ts';
import { isConfirmed } from '../notifications/addresses.ts';

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

export function listProjects(db: Db, teamIds: number[], { limit, offset }: Pagination) {
  return db
    .selectFrom('projects')
    .select(itemColumns)
    .where(ofTeams(teamIds))
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countProjects(db: Db, teamIds: number[]): Promise<number> {
  const { count } = await db
    .selectFrom('projects')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(ofTeams(teamIds))
    .executeTakeFirstOrThrow();
  return count;
}

export interface UsageRow {
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

export interface NotificationAddressRow {
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
export function findProject(db: Db, teamIds: number[], id: number) {
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
export async function lockTeam(trx: Trx, teamId: number): Promise<boolean> {
  const team = await lockFrom(trx, 'teams')
    .select('id')
    .where('id', '=', teamId)
    .where('closed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return team !== undefined;
}

export async function insertProject(
  db: Db,
  values: { team_id: number; name: string; description: string | null; api_key: string },
): Promise<number> {
  const { id } = await db.insertInto('projects').values(values).returning('id').executeTakeFirstOrThrow();
  await noteChangedProject(db, id);
  return id;
}

export interface ProjectValues {
  name?: string;
  description?: string | null;
  allowed_origins?: string[];
  notification_emails?: string[];
  notify_reporters?: boolean;
  api_key?: string;
}

export async function updateProject(db: Db, id: number, values: ProjectValues): Promise<void> {
  await db.updateTable('projects').set(values).where('id', '=', id).execute();
  await noteChangedProject(db, id);
}

/** Answers the projects that had some. */
export async function clearNotificationEmails(trx: Trx, teamIds: number[]): Promise<number[]> {
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
export async function emptyProject(db: Database, id: number): Promise<void> {
  for (const table of ['dropped_reports', 'idempotency_keys', 'bug_notices'] as const)
    await deleteInPortions(db, table, sql`team_id = ${teamOf('projects', id)} and project_id = ${id}`);
}

/**
 * Nothing comes to it any more. Whoever stores a report locks its Idempotency-Key and its usage row first, and then perhaps
 * the project: here it is the same.
 */
export async function closeProject(trx: Trx, id: number): Promise<void> {
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

export async function deleteProject(trx: Trx, id: number): Promise<void> {
  await noteChangedProject(trx, id);
  await trx.deleteFrom('projects').where('id', '=', id).execute();
}
