import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { aReport } from './builders.ts';
import { type EventStream, openStreamAt } from './event-stream.ts';
import { anOwnPostgres, type OwnPostgres } from './own-postgres.ts';
import { aProjectIn } from './process-builders.ts';
import { runService } from './service-process.ts';
import { startReceiver } from './webhook-receiver.ts';

/** While something is done, nothing of it is handed on to webhooks, nor put into the search index. */
async function withoutHandingOn({ url }: OwnPostgres, act: () => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('begin; lock table event_cursor, search_cursor in exclusive mode');
  await act();
  await client.end();
}

const elsewhere = (xid: string) => `(${xid}::text::bigint + 5000000000)::text`;

/** As if a dump had been loaded, of a server that had long been in use. */
const load = `
  update activity set xid = ${elsewhere('xid')}::xid8;
  ${['event_cursor', 'search_cursor']
    .map(
      (cursor) => `
        update ${cursor} set begun = ${elsewhere('begun')}::xid8, written_by = ${elsewhere('written_by')}::xid8,
          seen = concat(
            ${elsewhere('pg_snapshot_xmin(seen)')}, ':', ${elsewhere('pg_snapshot_xmax(seen)')}, ':',
            (select string_agg(${elsewhere('xip')}, ',' order by xip) from pg_snapshot_xip(seen) as xip)
          )::pg_snapshot;`,
    )
    .join('')}`;

/** As if the transaction of one had begun before that of the other, which got its activity id earlier. */
const swap = ({ query }: OwnPostgres, one: number, other: number) =>
  query(`update activity set xid = (select xid from activity as swapped where id = ${one + other} - activity.id)
    where id in (${one}, ${other})`);

it('a database that is loaded into a server far behind it loses nothing, and hands nothing on again', async () => {
  const postgres = await anOwnPostgres();
  const receiver = await startReceiver();
  const delivered = () => receiver.received.map(({ body }) => body.id).sort();
  const countIndexed = async () =>
    (await postgres.query('select count(*)::integer from bug_search'))[0].count as number;

  const former = await runService(postgres.settings);
  const { owner, token, project } = await aProjectIn(former.api);
  const webhook = { url: receiver.url, events: ['bug.created', 'bug.updated'] };
  await owner.retrying().post(`/api/v1/projects/${project.id}/webhooks`, webhook);
  const report = async (api = former.api) =>
    (await api.retrying().post('/api/v1/bugs', aReport(), { 'x-api-key': project.api_key })).body
      .id as number;
  const bugId = await report();
  const stream = await openStreamAt(former.url, { token, lastEventId: '0' });
  const seen = (await stream.receive(1))[0]?.id as number;
  await expect.poll(delivered).toEqual([`evt_${seen}`]);
  await expect.poll(countIndexed).toBe(1);

  await withoutHandingOn(postgres, async () => {
    await report();
    for (const status of ['closed', 'open'])
      expect((await owner.retrying().patch(`/api/v1/bugs-admin/${bugId}`, { status })).status).toBe(200);
    await former.end('SIGKILL');
  });
  // Jobs that it had in hand would be waited for.
  await postgres.query('update jobs set leased_until = null');
  const [reported, closed, opened] = [seen + 1, seen + 2, seen + 3];
  await swap(postgres, closed, opened);
  await postgres.query(load);

  const services = await Promise.all([runService(postgres.settings), runService(postgres.settings)]);
  const [latter] = services;
  await report(latter.api);
  const events = [seen, reported, closed, opened, opened + 1];
  await expect.poll(delivered).toEqual(events.map((id) => `evt_${id}`));
  await expect.poll(countIndexed).toBe(3);
  const again = await openStreamAt(latter.url, { token, lastEventId: seen });
  await again.receive(4);
  expect(again.events.map(({ id }) => id)).toEqual([reported, opened, closed, opened + 1]);

  const said = services.map(({ stderr }) => stderr()).join('');
  expect(said).toContain('its transactions are numbered anew');
  for (const { end } of services) expect(await end('SIGTERM')).toBe(0);
  const next = await runService(postgres.settings);
  expect(next.stderr()).not.toContain('numbered anew');
});

/** Loads a dump under running services, and does something before any of them can notice. */
async function loadUnnoticed({ url }: OwnPostgres, act: () => Promise<unknown>): Promise<void> {
  const [loader, guard] = [
    new pg.Client({ connectionString: url }),
    new pg.Client({ connectionString: url }),
  ];
  await Promise.all([loader.connect(), guard.connect()]);
  await loader.query('begin; lock table event_cursor, search_cursor in exclusive mode');
  await loader.query(load);
  const guarded = guard.query('begin; lock table event_cursor in access exclusive mode');
  await waitFor(loader, `select from pg_locks where not granted and mode = 'AccessExclusiveLock'`);
  await loader.query('commit');
  await guarded;
  await act();
  await Promise.all([loader.end(), guard.end()]);
}

it('a database that is loaded under running services loses nothing of what happens before they notice', async () => {
  const postgres = await anOwnPostgres();
  const receiver = await startReceiver();
  const services = await Promise.all([runService(postgres.settings), runService(postgres.settings)]);
  const { owner, token, project } = await aProjectIn(services[0].api);
  await owner
    .retrying()
    .post(`/api/v1/projects/${project.id}/webhooks`, { url: receiver.url, events: ['bug.created'] });
  const report = async () =>
    (await services[0].api.retrying().post('/api/v1/bugs', aReport(), { 'x-api-key': project.api_key })).body
      .id as number;
  const delivered = () => receiver.received.map(({ body }) => body.bug.id as number).sort();
  const indexed = async () =>
    (await postgres.query('select bug_id::integer from bug_search order by 1')).map(({ bug_id }) => bug_id);
  const streams = await Promise.all(services.map(({ url }) => openStreamAt(url, { token })));

  const ids = [await report()];
  for (const stream of streams) await stream.receive(1);
  await expect.poll(delivered).toEqual(ids);
  await expect.poll(indexed).toEqual(ids);
  await loadUnnoticed(postgres, async () => {
    ids.push(await report(), await report());
  });
  for (const { ended } of streams) await ended;
  ids.push(await report());

  await expect.poll(delivered).toEqual(ids);
  await expect.poll(indexed).toEqual(ids);
  for (const [index, stream] of streams.entries()) {
    const again = await comeBack(services[index]?.url ?? '', token, stream.lastEventId());
    await expect
      .poll(() => again.events.map(({ event, data }) => data.bug_id ?? event))
      .toEqual(['reload', ...ids]);
  }
  ids.push(await report());
  await expect.poll(delivered).toEqual(ids);
  for (const { end } of services) expect(await end('SIGTERM')).toBe(0);
});

/** As every reader does, until it is let in. */
async function comeBack(url: string, token: string, lastEventId: string): Promise<EventStream> {
  return vi.waitFor(() => openStreamAt(url, { token, lastEventId }), { timeout: 120_000, interval: 200 });
}

async function waitFor(client: pg.Client, query: string): Promise<void> {
  await expect.poll(async () => (await client.query(query)).rowCount).toBe(1);
}
