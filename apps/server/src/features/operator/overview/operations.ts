import type { Context } from '../../../context.ts';
import { version } from '../../../version.ts';
import { type FlowRow, selectOverview } from './queries.ts';
import type { Overview } from './schema.ts';

const lateSeconds = 60;

/** The health of the installation. Operators may see all of it. */
export async function getOverview({ config, loops, pools }: Context): Promise<Overview> {
  const { totals, usage, given_up, ...flows } = await selectOverview(pools.main);
  const { dispatcher, deliveries, index, counts, mail, jobs } = flows;
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
      counts: judge(counts),
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
