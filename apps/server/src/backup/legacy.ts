import { domainToASCII } from 'node:url';
import { derivedFields } from '@skep/vocabulary';
import { sql } from 'kysely';
import type { Trx } from '../db/connection.ts';
import { parseUserAgent } from '../features/ingest/user-agent.ts';
import { StartError } from '../start-error.ts';
import { damaged, type Manifest, type Table } from './archive.ts';

/** Backups from before the baseline, such as those of 0.1.0, are loaded column by column. */
export const baseline = '0001-baseline';

const firstRestorable = '0028-search-dictionary';

/** Not restored: obsolete or recomputed. */
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

/** Loaded into temporary tables, from which the state of events and quota notices is derived. */
const staged: Record<string, string[]> = {
  activity: ['id', 'xid'],
  event_cursor: ['seen', 'begun', 'begun_up_to'],
  quota_notices: ['project_id', 'month', 'level'],
};

export async function createStaging(trx: Trx): Promise<void> {
  await sql`
    create temporary table legacy_activity (id bigint, xid xid8) on commit drop;
    create temporary table legacy_event_cursor (seen pg_snapshot, begun xid8, begun_up_to bigint) on commit drop;
    create temporary table legacy_quota_notices (project_id bigint, month text, level integer) on commit drop`.execute(
    trx,
  );
}

export const isLegacy = ({ migrations }: Manifest): boolean => migrations[0] === '0001-accounts';

export const isDroppedTable = (name: string): boolean => droppedTables.includes(name);

export function requireRestorable(path: string, { migrations }: Manifest): void {
  if ((migrations.at(-1) as string) >= firstRestorable) return;
  throw new StartError(`${path} was created by a version of Skep before 0.1.0, which cannot be restored.`);
}

/** Plans which columns of a legacy table are loaded: staged ones, and those that still exist. */
export function planLoads(path: string, legacy: Table, now: Table | undefined): Load[] {
  const pick = (name: string, columns: string[]): Load => ({
    name,
    columns,
    places: columns.map((column) => legacy.columns.indexOf(column)),
  });
  const stagedColumns = staged[legacy.name];
  const loads = stagedColumns ? [pick(`legacy_${legacy.name}`, stagedColumns)] : [];
  if (!now || isDroppedTable(legacy.name)) return loads;
  const known = [...now.columns, ...(droppedColumns[legacy.name] ?? [])];
  const unknown = legacy.columns.find((name) => !known.includes(name));
  if (unknown !== undefined) throw damaged(path, `unknown column ${unknown} of ${legacy.name}`);
  const columns = legacy.columns.filter((name) => now.columns.includes(name));
  return [...loads, pick(now.name, columns)];
}

/** `places` are the positions of the columns in the file's rows, if they differ. */
export type Load = Table & { places?: number[] };

/** In COPY text format, tabs and newlines occur only as separators. */
export function pickColumns(rows: Buffer, places: number[]): Buffer {
  const lines = rows.toString('latin1').split('\n').slice(0, -1);
  const picked = lines.map((line) => {
    const values = line.split('\t');
    return `${places.map((place) => values[place]).join('\t')}\n`;
  });
  return Buffer.from(picked.join(''), 'latin1');
}

/** Derives what the old version did not store, after loading and before indexing. */
export async function deriveRest(trx: Trx): Promise<void> {
  await useAsciiDomains(trx);
  await requeueUnsent(trx);
  await sql`
    update project_usage set notified_percent = told.percent
    from (select project_id, month, max(level) as percent from legacy_quota_notices group by 1, 2) as told
    where (project_usage.project_id, project_usage.month) = (told.project_id, told.month)`.execute(trx);
  await sql`insert into search_queue (bug_id, team_id) select id, team_id from bugs`.execute(trx);
  await parseUserAgents(trx);
}

const agentsPerBatch = 10_000;

async function parseUserAgents(trx: Trx): Promise<void> {
  const { rows } = await sql<{ user_agent: string }>`
    select distinct user_agent from bugs where user_agent is not null`.execute(trx);
  for (let start = 0; start < rows.length; start += agentsPerBatch) {
    const parsed = rows
      .slice(start, start + agentsPerBatch)
      .map(({ user_agent }) => ({ user_agent, ...parseUserAgent(user_agent) }));
    await sql`
      update bugs set ${sql.join(derivedFields.map((name) => sql`${sql.ref(name)} = parsed.${sql.ref(name)}`))}
      from json_populate_recordset(null::bugs, ${JSON.stringify(parsed)}) as parsed
      where bugs.user_agent = parsed.user_agent`.execute(trx);
  }
}

async function requeueUnsent(trx: Trx): Promise<void> {
  await sql`
    insert into outbox (team_id, activity_ids)
    select team_id, array_agg(id order by id)
    from activity join legacy_activity using (id) cross join legacy_event_cursor
    where not pg_visible_in_snapshot(legacy_activity.xid, seen)
      and (legacy_activity.xid is distinct from begun or id > begun_up_to)
    group by team_id, bug_id order by min(id)`.execute(trx);
}

const otherDomain = '@.*[^\\x01-\\x7f]';

function withAsciiDomain(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  return email.slice(0, at) + (domainToASCII(email.slice(at)) || email.slice(at));
}

/** 0.1.0 accepted any spelling of a domain. Converts accounts and mutes to ASCII unless another account has that address. */
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
