import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connection.ts';
import { version } from '../../version.ts';
import { type UsageRow, usageWhere } from './queries.ts';
import type { Overview } from './schema.ts';

const lateSeconds = 60;

/** The health of the installation. Operators may see all of it. */
export async function getOverview({ config, loops, pools }: Context): Promise<Overview> {
  const { totals, usage, given_up, ...flows } = await selectOverview(pools.main);
  const { dispatcher, deliveries, index, mail, jobs } = flows;
  return {
    version,
    default_plan: config.defaultPlan,
    signup: config.signup,
    totals,
    usage,
    health: {
      dispatcher: judge(dispatcher),
      deliveries: judge(deliveries),
      index: judge(index),
      mail: judge(mail),
      jobs: judge(jobs),
    },
    jobs_given_up: given_up,
    loops: loops.read().map(({ name, lastSuccessAt, failures, lagMs }) => ({
      name,
      last_success_at: lastSuccessAt,
      failures,
      lag_seconds: Math.floor(lagMs / 1000),
    })),
  };
}

const judge = (flow: FlowRow) => ({ ...flow, is_late: flow.lag_seconds > lateSeconds });

export interface FlowRow {
  waiting: number;
  lag_seconds: number;
}

const mostCounted = 1_000;

/** How much of it there is, and since when the oldest has been due. Each row of the selection has `due_at`. */
const flowOf = (rows: RawBuilder<unknown>) => sql<FlowRow>`(
  select json_build_object('waiting', count(*),
    'lag_seconds', greatest(coalesce(floor(extract(epoch from now() - min(due_at)))::bigint, 0), 0))
  from (${rows} limit ${sql.lit(mostCounted)}) as due
)`;

const dueJobs = (condition: RawBuilder<unknown>) => sql`
  select run_at as due_at from jobs where run_at <= now() and ${condition} order by run_at`;

/** Jobs of these kinds send one mail each. */
const isMail = sql`(kind like 'send-%' or kind like 'mail-%' or kind = 'ask-for-consent')`;
/** Some jobs recur every second: that such a one is due says nothing. */
const isOnce = sql`unique_key is distinct from 'recurring ' || kind`;

const flows = sql`
  ${flowOf(sql`select created_at as due_at from outbox order by id`)} as dispatcher,
  ${flowOf(sql`select created_at as due_at from search_queue join bugs on bugs.id = bug_id order by bug_id`)} as index,
  ${flowOf(sql`
    select next_attempt_at as due_at from webhook_deliveries
    where status = 'pending' and next_attempt_at <= now() order by next_attempt_at`)} as deliveries,
  ${flowOf(dueJobs(isMail))} as mail,
  ${flowOf(dueJobs(isOnce))} as jobs,
  (select count(*) from jobs where run_at = 'infinity') as given_up`;

/** What is on its way through the background, and what got stuck there. */
export interface Flows {
  dispatcher: FlowRow;
  deliveries: FlowRow;
  index: FlowRow;
  mail: FlowRow;
  jobs: FlowRow;
  given_up: number;
}

export async function selectFlows(db: Db): Promise<Flows> {
  const { rows } = await sql<Flows>`select ${flows}`.execute(db);
  return rows[0] as Flows;
}

export async function selectSize(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database()) as bytes`.execute(db);
  return rows[0]?.bytes ?? 0;
}

export interface OverviewRow extends Flows {
  totals: { teams: number; users: number; projects: number };
  usage: UsageRow;
}

export async function selectOverview(db: Db): Promise<OverviewRow> {
  const { rows } = await sql<OverviewRow>`
    select
      json_build_object('teams', (select count(*) from teams where closed_at is null), 'users', (select count(*) from users),
        'projects', (select count(*) from projects)) as totals,
      ${usageWhere(sql`true`)} as usage,
      ${flows}`.execute(db);
  return rows[0] as OverviewRow;
}
