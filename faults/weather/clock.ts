import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../apps/server/src/db/connection.ts';
import { createExchange } from '../core/exchange.ts';
import type { Fault } from '../core/fault.ts';
import type { Installation } from '../core/installation.ts';
import { startReporters } from '../core/reporters.ts';
import { startVisitors } from '../core/visitors.ts';

const patienceMs = 90_000;

/**
 * The clock is set back an hour. To the service that is the same as if everything that is stored had happened an hour later, so
 * that every stored time is set forward: the machine's own clock is left alone.
 */
export const clockSetBack: Fault = {
  name: 'clock-set-back',
  about: 'the clock set back an hour (all stored times set forward), and an hour later',
  async run(hand) {
    const installation = await hand.open();
    const { nodes, place, ledger, postgres } = installation;
    const [node] = nodes;
    await sql`update projects set reports_per_minute = 5 where id = ${place.projects[1]?.id ?? 0}`.execute(
      postgres.db,
    );
    const wide = { ...place, projects: place.projects.slice(0, 1) };
    const reporters = startReporters({ urls: [node.url], place: wide, ledger });
    await sleep(2_000);
    const full = await fillWindow(installation);
    hand.expect('a key that has used up its minute', '429', String(full.status), full.status === 429);
    await shiftTimes(postgres.db, '1 hour');
    await reporters.stop();

    const visitors = startVisitors(node.url, place);
    const later = startReporters({ urls: [node.url], place: wide, ledger });
    const before = performance.now();
    let reply = await report(installation);
    const wait = Number(reply.retryAfter ?? 0);
    hand.atMost('Retry-After of that key', wait, 60, 's');
    while (reply.status === 429 && performance.now() - before < patienceMs) {
      await sleep(1_000);
      reply = await report(installation);
    }
    const freeSeconds = (performance.now() - before) / 1000;
    const isFree = reply.status === 201 && freeSeconds <= 61;
    hand.expect(
      'the key may report again within',
      '61 s',
      `${freeSeconds.toFixed(0)} s (${reply.status})`,
      isFree,
    );
    await Promise.all([later.stop(), visitors.stop()]);
    hand.answered('reports', later.tally, [201]);
    hand.answered('lists', visitors.lists, [200]);
    hand.answered('log-ins', visitors.logins, [200]);
    // What was due before waits until the clock has caught up.
    await shiftTimes(postgres.db, '-1 hour');
    await hand.conclude(installation);
  },
};

async function fillWindow(installation: Installation) {
  let reply = await report(installation);
  for (let count = 0; count < 10 && reply.status !== 429; count++) reply = await report(installation);
  return reply;
}

async function report({ nodes, place }: Installation) {
  const exchange = createExchange(nodes[0].url);
  const headers = { 'content-type': 'application/json', 'x-api-key': place.projects[1]?.key ?? '' };
  const body = JSON.stringify({ title: 'What time is it?', description: '-' });
  const reply = await exchange.ask({ method: 'POST', path: '/api/v1/bugs', headers, body });
  exchange.close();
  return reply;
}

/** Shifts every stored time, whatever it stands for, without triggers. */
async function shiftTimes(db: Database, by: '1 hour' | '-1 hour'): Promise<void> {
  const { rows } = await sql<{ table: string; set: string }>`
    select format('%I', table_name) as "table",
      string_agg(format('%1$I = %1$I + interval ''%2$s''', column_name, ${by}::text), ', ') as "set"
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and data_type = 'timestamp with time zone'
      and table_name not like 'kysely%'
    group by table_name`.execute(db);
  const setAll = () =>
    db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      for (const { table, set } of rows) await sql.raw(`update ${table} set ${set}`).execute(trx);
    });
  // The service works meanwhile, and takes its locks in another order.
  for (let isDone = false; !isDone; ) {
    isDone = await setAll().then(
      () => true,
      (error) => {
        if (error.code !== '40P01') throw error;
        return false;
      },
    );
  }
}
