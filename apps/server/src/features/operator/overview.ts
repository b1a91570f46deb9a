import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connection.ts';
import { version } from '../../version.ts';
import { usageWhere } from './queries.ts';
import type { Overview } from './schema.ts';

const lateSeconds = 60;
const maxCounted = 1_000;

/** The number of due rows and the age of the oldest. Each row has `due_at`. */
const flowOf = (rows: RawBuilder<unknown>) => sql`(
  select json_build_object('waiting', waiting, 'lag_seconds', lag, 'is_late', lag > ${sql.lit(lateSeconds)})
  from (
    select count(*) as waiting,
      greatest(coalesce(floor(extract(epoch from now() - min(due_at)))::bigint, 0), 0) as lag
    from (${rows} limit ${sql.lit(maxCounted)}) as due
  ) as flow
)`;

const dueJobs = (condition: RawBuilder<unknown>) => sql`
  select run_at as due_at from jobs where run_at <= now() and ${condition} order by run_at`;

/** Each job of these kinds sends one email. */
const isMail = sql`(kind like 'send-%' or kind like 'mail-%' or kind = 'ask-for-consent')`;
/** Recurring jobs are due all the time, which means nothing. */
const isOnce = sql`unique_key is distinct from 'recurring ' || kind`;

const flows = sql`
  json_build_object(
    'dispatcher', ${flowOf(sql`select created_at as due_at from outbox order by id`)},
    'index', ${flowOf(sql`select created_at as due_at from search_queue join bugs on bugs.id = bug_id order by bug_id`)},
    'deliveries', ${flowOf(sql`
      select next_attempt_at as due_at from webhook_deliveries
      where status = 'pending' and next_attempt_at <= now() order by next_attempt_at`)},
    'mail', ${flowOf(dueJobs(isMail))},
    'jobs', ${flowOf(dueJobs(isOnce))}
  ) as health,
  (select count(*) from jobs where run_at = 'infinity') as jobs_given_up`;

type Flows = Pick<Overview, 'health' | 'jobs_given_up'>;

export async function selectFlows(db: Db): Promise<Flows & { bytes: number }> {
  const { rows } = await sql<Flows & { bytes: number }>`
    select ${flows}, pg_database_size(current_database()) as bytes`.execute(db);
  return rows[0] as Flows & { bytes: number };
}

export async function getOverview({ config, loops, pools }: Context): Promise<Overview> {
  const { rows } = await sql<Flows & Pick<Overview, 'totals' | 'usage'>>`
    select
      json_build_object('teams', (select count(*) from teams where closed_at is null), 'users', (select count(*) from users),
        'projects', (select count(*) from projects)) as totals,
      ${usageWhere(sql`true`)} as usage,
      ${flows}`.execute(pools.main);
  const [counts] = rows as [(typeof rows)[number]];
  return {
    version,
    default_plan: config.defaultPlan,
    signup: config.signup,
    ...counts,
    loops: loops.read().map(({ name, lastSuccessAt, failures, lagMs }) => ({
      name,
      last_success_at: lastSuccessAt,
      failures,
      lag_seconds: Math.floor(lagMs / 1000),
    })),
  };
}
