import { domainToASCII } from 'node:url';
import { derivedFields } from '@skep/vocabulary';
import { sql } from 'kysely';
import type { Trx } from '../db/connection.ts';
import { parseUserAgent } from '../features/ingest/user-agent.ts';
import { StartError } from '../start-error.ts';
import { damaged, type Manifest, type Table } from './archive.ts';

/** Rows of backups from before the baseline, such as those of 0.1.0, are loaded into its tables column by column. */
export const baseline = '0001-baseline';

/** The last migration of 0.1.0. */
const firstRestorable = '0028-search-dictionary';

/** Tables that are not restored: their rows are no longer needed, or are computed again. */
const droppedTables = [
  'access_changes',
  'bug_counts',
  'bug_days',
  'bug_deltas',
  'bug_search',
  'bulk_batches',
  'catalogue_changes',
  'drop_notices',
  'environment_days',
  'event_cursor',
  'quota_notices',
  'resolve_times',
  'search_cursor',
  'search_dictionary',
  'sender_changes',
];

const droppedColumns: Record<string, string[]> = { activity: ['xid'], webhooks: ['is_slow'] };

/** What says which events had been handed on, and which quotas had been told of, is loaded into temporary tables. */
const staged: Record<string, string[]> = {
  activity: ['id', 'xid'],
  event_cursor: ['seen', 'begun', 'begun_up_to'],
  quota_notices: ['project_id', 'month', 'level'],
};

export async function createStaging(trx: Trx): Promise<void> {
  await sql`
    create temporary table former_activity (id bigint, xid xid8) on commit drop;
    create temporary table former_event_cursor (seen pg_snapshot, begun xid8, begun_up_to bigint) on commit drop;
    create temporary table former_quota_notices (project_id bigint, month text, level integer) on commit drop`.execute(
    trx,
  );
}

export const isFormer = ({ migrations }: Manifest): boolean => migrations[0] === '0001-accounts';

export const isDroppedTable = (name: string): boolean => droppedTables.includes(name);

export function demandRestorable(path: string, { migrations }: Manifest): void {
  if ((migrations.at(-1) as string) >= firstRestorable) return;
  throw new StartError(
    `${path} was made by a version of Skep from before 0.1.0, whose tables cannot be taken over.`,
  );
}

/** What is loaded of a former table: columns that are staged, and those that the table still has. */
export function planLoads(path: string, former: Table, now: Table | undefined): Load[] {
  const pick = (name: string, columns: string[]): Load => ({
    name,
    columns,
    places: columns.map((column) => former.columns.indexOf(column)),
  });
  const stagedColumns = staged[former.name];
  const loads = stagedColumns ? [pick(`former_${former.name}`, stagedColumns)] : [];
  if (!now || isDroppedTable(former.name)) return loads;
  const known = [...now.columns, ...(droppedColumns[former.name] ?? [])];
  const unknown = former.columns.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw damaged(path, `nobody knows what the column ${unknown} of ${former.name} is`);
  const columns = former.columns.filter((name) => now.columns.includes(name));
  return [...loads, pick(now.name, columns)];
}

/** Columns to load, with their places in the rows of the file where these have others. */
export type Load = Table & { places?: number[] };

/** In PostgreSQL's text format, tabs and newlines stand only between columns and rows. */
export function pickColumns(rows: Buffer, places: number[]): Buffer {
  const lines = rows.toString('latin1').split('\n').slice(0, -1);
  const picked = lines.map((line) => {
    const values = line.split('\t');
    return `${places.map((place) => values[place]).join('\t')}\n`;
  });
  return Buffer.from(picked.join(''), 'latin1');
}

/** Fills in what the former version did not store, once its rows are loaded and before they are indexed. */
export async function deriveRest(trx: Trx): Promise<void> {
  await useAsciiDomains(trx);
  await handOnRest(trx);
  await sql`
    update project_usage set told_percent = told.percent
    from (select project_id, month, max(level) as percent from former_quota_notices group by 1, 2) as told
    where (project_usage.project_id, project_usage.month) = (told.project_id, told.month)`.execute(trx);
  await sql`insert into search_queue (bug_id, team_id) select id, team_id from bugs`.execute(trx);
  await parseUserAgents(trx);
}

const agentsAtOnce = 10_000;

async function parseUserAgents(trx: Trx): Promise<void> {
  const { rows } = await sql<{ user_agent: string }>`
    select distinct user_agent from bugs where user_agent is not null`.execute(trx);
  for (let start = 0; start < rows.length; start += agentsAtOnce) {
    const parsed = rows
      .slice(start, start + agentsAtOnce)
      .map(({ user_agent }) => ({ user_agent, ...parseUserAgent(user_agent) }));
    await sql`
      update bugs set ${sql.join(derivedFields.map((name) => sql`${sql.ref(name)} = parsed.${sql.ref(name)}`))}
      from json_populate_recordset(null::bugs, ${JSON.stringify(parsed)}) as parsed
      where bugs.user_agent = parsed.user_agent`.execute(trx);
  }
}

async function handOnRest(trx: Trx): Promise<void> {
  await sql`
    insert into outbox (team_id, activity_ids)
    select team_id, array_agg(id order by id)
    from activity join former_activity using (id) cross join former_event_cursor
    where not pg_visible_in_snapshot(former_activity.xid, seen)
      and (former_activity.xid is distinct from begun or id > begun_up_to)
    group by team_id, bug_id order by min(id)`.execute(trx);
}

const otherDomain = '@.*[^\\x01-\\x7f]';

/** An address whose domain has no ASCII form stays as it is. */
function withAsciiDomain(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  return email.slice(0, at) + (domainToASCII(email.slice(at)) || email.slice(at));
}

/** 0.1.0 took any spelling of a domain. Accounts and mutes get the ASCII one, unless another account has it. */
async function useAsciiDomains(trx: Trx): Promise<void> {
  const users = await sql<{ id: number; email: string }>`
    select id, email from users where email ~ ${otherDomain}`.execute(trx);
  for (const { id, email } of users.rows) {
    const ascii = withAsciiDomain(email);
    await sql`
      update users set email = ${ascii}
      where id = ${id} and not exists (select from users where fold_ascii(email) = fold_ascii(${ascii}))`.execute(
      trx,
    );
  }
  const muted = await sql<{ email: string; muted_at: Date }>`
    select email, muted_at from mail_addresses where email ~ ${otherDomain} and muted_at is not null`.execute(
    trx,
  );
  for (const { email, muted_at } of muted.rows)
    await sql`
      insert into mail_addresses (email, muted_at) values (fold_ascii(${withAsciiDomain(email)}), ${muted_at})
      on conflict (email) do update set muted_at = coalesce(mail_addresses.muted_at, excluded.muted_at)`.execute(
      trx,
    );
}
