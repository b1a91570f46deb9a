import { type RawBuilder, sql } from 'kysely';

export interface UsageRow {
  month: string;
  stored: number;
  dropped_quota: number;
  dropped_blocklist: number;
}

const thisMonth = sql<string>`to_char(now() at time zone 'utc', 'YYYY-MM')`;

export const usageWhere = (condition: RawBuilder<unknown>) => sql<UsageRow>`(
  select json_build_object('month', ${thisMonth}, 'stored', coalesce(sum(stored), 0)::bigint,
    'dropped_quota', coalesce(sum(dropped_quota), 0)::bigint,
    'dropped_blocklist', coalesce(sum(dropped_blocklist), 0)::bigint)
  from project_usage where month = ${thisMonth} and ${condition}
)`;

/** Case-insensitive substring match. An empty string matches everything. */
export const contains = (words: string, ...texts: RawBuilder<unknown>[]) =>
  sql<boolean>`(${sql.join(
    texts.map((text) => sql`strpos(lower(${text}), lower(${words})) > 0`),
    sql` or `,
  )})`;
