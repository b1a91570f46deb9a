import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createExchange } from '../core/exchange.ts';
import type { Fault } from '../core/fault.ts';
import type { Installation } from '../core/installation.ts';
import { startReporters } from '../core/reporters.ts';
import { checkUploads, startUploaders } from '../core/uploaders.ts';

const kills = 3;
const exported = 30_000;

/** `kill -9` while images come in: one that was acknowledged is there as a whole, any other is there as a whole or not at all. */
export const killUploads: Fault = {
  name: 'kill-uploads',
  about: 'kill -9 during uploads of images, three times',
  async run(hand) {
    const installation = await hand.open({ hasWebhooks: false });
    const { nodes, place, ledger } = installation;
    const [node] = nodes;
    const reporters = startReporters({ urls: [node.url], place, ledger, lanes: 4 });
    const uploaders = startUploaders(node.url, place);
    for (let count = 0; count < kills; count++) {
      await sleep(1_500);
      await node.kill();
      await node.start();
    }
    await sleep(500);
    await Promise.all([reporters.stop(), uploaders.stop()]);
    await checkUploads(hand, installation, uploaders);
    await hand.conclude(installation);
  },
};

/** `kill -9` during an export: whoever downloads it notices, and the next one is complete. */
export const killExport: Fault = {
  name: 'kill-export',
  about: `kill -9 during an export of ${exported.toLocaleString('en')} bugs`,
  async run(hand) {
    const installation = await hand.open({ hasWebhooks: false });
    const [node] = installation.nodes;
    await storeMany(installation, exported);
    const question = {
      path: '/api/v1/bugs-admin/export.csv',
      headers: { authorization: `Bearer ${installation.place.token}` },
    };
    const exchange = createExchange(node.url);
    const cutOff = exchange.ask(question);
    await sleep(150);
    await node.kill();
    const broken = await cutOff;
    const seen = broken.status === null ? 'broken off' : `${broken.status}, as if complete`;
    hand.expect('the export that was cut off', 'broken off', seen, broken.status === null);
    await node.start();
    const { status, text } = await exchange.ask(question);
    exchange.close();
    const lines = text.trimEnd().split('\n').length - 1;
    const isWhole = status === 200 && lines === exported;
    hand.expect('the next export', `${exported} bugs`, `${lines} bugs (${status})`, isWhole);
    await hand.conclude(installation);
  },
};

/** Stores bugs past the API, with all that belongs to each. */
export async function storeMany({ postgres: { db }, place }: Installation, count: number): Promise<void> {
  const projectId = place.projects[0]?.id ?? 0;
  await sql`
    with stored as (
      insert into bugs (id, project_id, team_id, title, description, severity, created_at, updated_at)
      select nextval('bug_ids'), ${projectId}, ${place.teamId}, 'bulk' || n, md5(n::text) || ' in bulk ' || md5((n + 1)::text),
        'medium', now(), now()
      from generate_series(1, ${count}::integer) as n
      returning *
    ),
    noted as (
      insert into activity (team_id, project_id, bug_id, kind, via, created_at)
      select team_id, project_id, id, 'created', 'api', now() from stored order by id
    ),
    used as (
      insert into project_usage as usage (team_id, project_id, month, stored)
      values (${place.teamId}, ${projectId}, to_char(now() at time zone 'utc', 'YYYY-MM'), ${count}::integer)
      on conflict (team_id, project_id, month) do update set stored = usage.stored + excluded.stored
    )
    insert into bug_deltas (team_id, project_id, status, severity, created_on, n)
    select team_id, project_id, status, severity, (created_at at time zone 'utc')::date, count(*)
    from stored group by 1, 2, 3, 4, 5`.execute(db);
}
