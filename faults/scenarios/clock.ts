import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../apps/server/src/db/connection.ts';
import type { Fault } from '../core/harness.ts';
import { createHttpClient } from '../core/http-client.ts';
import type { Installation } from '../core/installation.ts';
import { startReporters } from '../core/reporters.ts';
import { startVisitors } from '../core/visitors.ts';

const timeoutMs = 90_000;

/**
 * Simulates a clock that is set back an hour by moving all stored timestamps forward, which looks the same to the service and
 * leaves the machine's clock alone.
 */
export const clockSetBack: Fault = {
  name: 'clock-set-back',
  description: 'clock set back by an hour and forward again (simulated by shifting stored timestamps)',
  async run(harness) {
    const installation = await harness.open();
    const { nodes, testTeam, ledger, postgres } = installation;
    const [node] = nodes;
    await sql`update projects set reports_per_minute = 5 where id = ${testTeam.projects[1]?.id ?? 0}`.execute(
      postgres.db,
    );
    const unlimited = { ...testTeam, projects: testTeam.projects.slice(0, 1) };
    const reporters = startReporters({ urls: [node.url], testTeam: unlimited, ledger });
    await sleep(2_000);
    const full = await fillWindow(installation);
    harness.expect('API key over its rate limit', '429', String(full.status), full.status === 429);
    await shiftTimes(postgres.db, '1 hour');
    await reporters.stop();

    const visitors = startVisitors(node.url, testTeam);
    const later = startReporters({ urls: [node.url], testTeam: unlimited, ledger });
    const before = performance.now();
    let response = await report(installation);
    const wait = Number(response.retryAfter ?? 0);
    harness.atMost('Retry-After of that key', wait, 60, 's');
    while (response.status === 429 && performance.now() - before < timeoutMs) {
      await sleep(1_000);
      response = await report(installation);
    }
    const freeSeconds = (performance.now() - before) / 1000;
    const isFree = response.status === 201 && freeSeconds <= 61;
    harness.expect(
      'key accepted again within',
      '61 s',
      `${freeSeconds.toFixed(0)} s (${response.status})`,
      isFree,
    );
    await Promise.all([later.stop(), visitors.stop()]);
    harness.expectResponses('reports', later.tally, [201]);
    harness.expectResponses('lists', visitors.lists, [200]);
    harness.expectResponses('logins', visitors.logins, [200]);
    // Jobs that were due wait until the clock has caught up.
    await shiftTimes(postgres.db, '-1 hour');
    await harness.finish(installation);
  },
};

async function fillWindow(installation: Installation) {
  let response = await report(installation);
  for (let count = 0; count < 10 && response.status !== 429; count++) response = await report(installation);
  return response;
}

async function report({ nodes, testTeam }: Installation) {
  const client = createHttpClient(nodes[0].url);
  const headers = { 'content-type': 'application/json', 'x-api-key': testTeam.projects[1]?.key ?? '' };
  const body = JSON.stringify({ title: 'What time is it?', description: '-' });
  const response = await client.send({ method: 'POST', path: '/api/v1/bugs', headers, body });
  client.close();
  return response;
}

/** Shifts all timestamps in all tables, with triggers disabled. */
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
  // The running service takes locks in another order, so this may deadlock.
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
