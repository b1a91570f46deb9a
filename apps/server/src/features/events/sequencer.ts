import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Loop } from '../../background/loop.ts';
import type { Topic } from '../../background/signals.ts';
import type { Context } from '../../context.ts';
import { prepareStatement } from '../../db/statements.ts';
import { inTransaction } from '../../db/transaction.ts';
import { type Batch, type EventHandler, foldIntoBugEvents, type NumberedActivity } from './bug-events.ts';

const batchSize = 1_000;

/** Batching delays: after a wake-up, and since the last batch. Small batches cost more per event. */
const gatherMs = { atLeast: 20, sinceLast: 100 };

/**
 * Moves committed outbox rows into the numbered event log and runs the handlers. Every process runs it, and the one that locks the
 * `sequencer` row does the work. Numbers are therefore committed in order: a reader that has seen a number has missed nothing
 * before it.
 */
export function startSequencer<C extends Context>(
  context: C,
  handlers: EventHandler<C>[],
  { pollMs }: { pollMs: number },
): Loop {
  let lastAt = Number.NEGATIVE_INFINITY;
  const loop = context.loops.start({
    name: 'events',
    async step(isWoken) {
      const sinceLast = performance.now() - lastAt;
      if (isWoken) await sleep(Math.max(gatherMs.atLeast, gatherMs.sinceLast - sinceLast));
      lastAt = performance.now();
      return (await sequence(context, handlers)) === batchSize ? 0 : pollMs;
    },
  });
  context.signals.on('outbox', loop.wake);
  return {
    ...loop,
    async stop() {
      context.signals.off('outbox', loop.wake);
      await loop.stop();
    },
  };
}

/** Returns the number of outbox rows taken; 0 if another process holds the lock. */
async function sequence<C extends Context>(context: C, handlers: EventHandler<C>[]): Promise<number> {
  const { pools, signals } = context;
  const { main: db } = pools;
  const { rows } = await sql`select from outbox limit 1`.execute(db);
  if (rows.length === 0) return 0;
  const { taken, wakes } = await inTransaction(db, async (trx) => {
    const { rows: lock } = await sql`select from sequencer for update skip locked`.execute(trx);
    const [numbered] = lock.length > 0 ? await numberOutbox(trx, []) : [];
    if (!numbered) return { taken: 0, wakes: [] };
    const { after, upTo, taken, activities } = numbered;
    const wakes = new Set<Topic>(['events']);
    const batch: Batch = { after, upTo, events: foldIntoBugEvents(activities), wakes };
    for (const handle of handlers) await handle(trx, batch, context);
    await signals.notifyOthers(trx, wakes);
    return { taken, wakes };
  });
  signals.wake(wakes);
  return taken;
}

interface Numbered {
  taken: number;
  after: number;
  upTo: number;
  activities: NumberedActivity[];
}

/**
 * An earlier statement locks the sequencer row, so that this one sees everything committed before. Returns no row if the outbox
 * is empty.
 */
const numberOutbox = prepareStatement(
  () => sql<Numbered>`
    with taken as (
      delete from outbox where id = any(array(select id from outbox order by id limit ${sql.lit(batchSize)}))
      returning id, team_id, activity_ids, what, user_id
    ),
    numbered as materialized (
      select last_seq + row_number() over (order by id, place) as seq, id as outbox_id, team_id, activity_id, what, user_id
      from sequencer, taken
      left join lateral unnest(activity_ids) with ordinality as each (activity_id, place) on true
    ),
    written as (
      insert into stream_events (seq, team_id, activity_id, what, user_id, created_at)
      select seq, team_id, activity_id, what, user_id, now() from numbered order by seq
    ),
    moved as (
      update sequencer set last_seq = last_seq + (select count(*) from numbered), last_at = now()
      where exists (select from numbered) returning last_seq
    ),
    activities as materialized (
      select seq, outbox_id, activity.id, activity.team_id, project_id, bug_id, kind, actor_id, via, changes, created_at,
        request_id
      from numbered join activity on activity.id = activity_id
    )
    select last_seq as "upTo", last_seq - (select count(*) from numbered) as after, (select count(*) from taken) as taken,
      (
        select coalesce(json_agg(activities order by seq), '[]') from activities
        where project_id in (
          select id from projects
          where id in (select project_id from activities) and (notify_reporters or notification_emails <> '{}')
          union all
          select project_id from webhooks where project_id in (select project_id from activities) and is_active
        )
      ) as activities
    from moved`,
);
