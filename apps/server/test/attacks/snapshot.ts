import { type RawBuilder, sql } from 'kysely';
import type { TestNode } from '../harness.ts';
import type { Fixture } from './fixture.ts';

/** Tables that background work changes. */
const inBackground =
  /^(bug_(deltas|counts|days|search|notices)|search_dictionary|resolve(d_notices|_times)|(catalogue|sender)_changes|recent_mails|webhook_\w+)$/;

/** Excludes what deliveries and quota notices write. */
const chosen: Record<string, RawBuilder<unknown>> = {
  webhooks: sql`(each.id, each.url, each.secret, each.events, each.transform, each.created_at)`,
  project_usage: sql`(each.project_id, each.month, each.stored, each.dropped_quota, each.dropped_blocklist)`,
};

/** A digest of the fixture's rows per table. */
export async function snapshotOf(
  { db }: TestNode,
  { owner, mate }: Fixture,
): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string; has_team: boolean }>`
    select tables.table_name as name, count(columns.column_name) > 0 as has_team
    from information_schema.tables
    left join information_schema.columns on columns.table_schema = 'public'
      and columns.table_name = tables.table_name and columns.column_name = 'team_id'
    where tables.table_schema = 'public' and table_type = 'BASE TABLE' group by 1`.execute(db);
  const rowsOfPeople: Record<string, RawBuilder<unknown>> = {
    users: sql`each.id in (${owner.id}, ${mate.id})`,
    teams: sql`each.id = ${owner.teamId}`,
    mcp_tokens: sql`each.user_id in (${owner.id}, ${mate.id})`,
  };
  const digests: Record<string, string> = {};
  for (const { name, has_team } of tables.filter((table) => !inBackground.test(table.name))) {
    const isTheirs = has_team ? sql`each.team_id = ${owner.teamId}` : (rowsOfPeople[name] ?? sql`false`);
    const { rows } = await sql<{ digest: string }>`
      select coalesce(md5(string_agg(text, ',' order by text)), '') || ' ' || count(*) as digest
      from (select (${chosen[name] ?? sql`each`})::text as text from ${sql.table(name)} as each where ${isTheirs})
        as texts`.execute(db);
    digests[name] = rows[0]?.digest as string;
  }
  return digests;
}
