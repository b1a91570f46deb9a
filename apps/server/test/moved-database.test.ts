import pg from 'pg';
import { expect, it } from 'vitest';
import { aReport } from './builders.ts';
import { openStreamAt } from './event-stream.ts';
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

/** As if the database came from a server that had long been in use. */
async function moveAway({ query }: OwnPostgres): Promise<void> {
  for (const table of ['activity', 'event_cursor', 'search_cursor'])
    await query(`update ${table} set xid = (xid::text::bigint + 5000000000)::text::xid8`);
}

/** As if the transaction of one had begun before that of the other, which got its activity id earlier. */
const swap = ({ query }: OwnPostgres, one: number, other: number) =>
  query(`update activity set xid = (select xid from activity as swapped where id = ${one + other} - activity.id)
    where id in (${one}, ${other})`);

it('a database that is loaded into a server far behind it loses nothing, and hands nothing on again', {
  timeout: 90_000,
}, async () => {
  const postgres = await anOwnPostgres();
  const receiver = await startReceiver();
  const delivered = () => receiver.received.map(({ body }) => body.id).sort();
  const countIndexed = async () =>
    (await postgres.query('select count(*)::integer from bug_search'))[0].count as number;

  const former = await runService(postgres.settings);
  const { owner, token, project } = await aProjectIn(former.api);
  const webhook = { url: receiver.url, events: ['bug.created', 'bug.updated'] };
  await owner.post(`/api/v1/projects/${project.id}/webhooks`, webhook);
  const report = async (api = former.api) =>
    (await api.post('/api/v1/bugs', aReport(), { 'x-api-key': project.api_key })).body.id as number;
  const bugId = await report();
  const stream = await openStreamAt(former.url, { token, lastEventId: '0' });
  const seen = (await stream.receive(1))[0]?.id as number;
  await expect.poll(delivered, { timeout: 10_000 }).toEqual([`evt_${seen}`]);
  await expect.poll(countIndexed, { timeout: 10_000 }).toBe(1);

  await withoutHandingOn(postgres, async () => {
    await report();
    for (const status of ['closed', 'open'])
      expect((await owner.patch(`/api/v1/bugs-admin/${bugId}`, { status })).status).toBe(200);
    await former.end('SIGKILL');
  });
  // Jobs that it had in hand would be waited for.
  await postgres.query('update jobs set leased_until = null');
  const [reported, closed, opened] = [seen + 1, seen + 2, seen + 3];
  await swap(postgres, closed, opened);
  await moveAway(postgres);

  const services = await Promise.all([runService(postgres.settings), runService(postgres.settings)]);
  const [latter] = services;
  await report(latter.api);
  const events = [seen, reported, closed, opened, opened + 1];
  await expect.poll(delivered, { timeout: 10_000 }).toEqual(events.map((id) => `evt_${id}`));
  await expect.poll(countIndexed, { timeout: 10_000 }).toBe(3);
  const again = await openStreamAt(latter.url, { token, lastEventId: seen });
  await again.receive(4);
  expect(again.events.map(({ id }) => id)).toEqual([reported, opened, closed, opened + 1]);

  const said = services.map(({ stderr }) => stderr()).join('');
  expect(said).toContain('its transactions are numbered anew');
  for (const { end } of services) expect(await end('SIGTERM')).toBe(0);
  const next = await runService(postgres.settings);
  expect(next.stderr()).not.toContain('numbered anew');
});
