import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aColleague, anAddress, anEmail, aPerson, aProject, type Person } from '../../../test/builders.ts';
import { createDatabase, startNode } from '../../../test/harness.ts';
import { hold } from '../../../test/hold.ts';
import { countStatuses } from '../../../test/samples.ts';
import { storeBug } from '../../../test/stored-bugs.ts';
import { exportShares, searchShares } from '../../context.ts';
import { shareConnections } from '../../db/shared-connections.ts';

const database = await createDatabase();
const node = await startNode(database);
const { context } = node;
const db = context.pools.main;
// Long timeouts, so that nothing times out on a slow machine unless a test wants it.
await context.pools.search.close();
await context.pools.export.close();
const longTimeouts = { statementMs: 50_000, maxWaitMs: 50_000 };
// A separate application name, because background work also waits for the locked table.
const sharedUrl = new URL(database.url);
sharedUrl.searchParams.set('application_name', 'shared');
context.pools.search = shareConnections(sharedUrl.href, { ...searchShares, ...longTimeouts });
context.pools.export = shareConnections(sharedUrl.href, { ...exportShares, ...longTimeouts });

const ada = await aPerson(node);
await storeBug(node, await aProject(ada), { title: 'Needle' });

const list = '/api/v1/bugs-admin?search=needle';
const exported = '/api/v1/bugs-admin/export.csv?search=needle';

/** Locks the bugs table until released. */
const holdBugs = () => hold(node, (trx) => sql`lock table bugs in access exclusive mode`.execute(trx));

const times = <T>(count: number, act: () => T) => Array.from({ length: count }, act);

async function countBlocked(): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and application_name = 'shared' and wait_event_type = 'Lock'`.execute(
    db,
  );
  return rows.length;
}

const whenBlocked = (connections: number) => expect.poll(countBlocked).toBe(connections);

/** Waits until all earlier requests of this user are queued. */
async function whenSent({ api }: Person): Promise<void> {
  for (const answer of times(5, () => api.get('/api/v1/me'))) expect((await answer).status).toBe(200);
}

describe('searches and exports that take long', () => {
  it('leave everybody else their connections', async () => {
    const release = await holdBugs();
    let answered = 0;
    const exports = times(12, () => ada.api.get(exported));
    for (const one of exports) one.then(() => answered++);
    // All but three are rejected at once. The searches come afterwards, because they would take some of the slots.
    await expect.poll(() => answered).toBe(9);
    const searches = times(12, () => ada.api.get(list));
    await whenBlocked(2);
    const stranger = await aPerson(node);
    expect((await stranger.api.get('/api/v1/me')).status).toBe(200);
    const signup = { email: anEmail(), password: 'correct horse battery' };
    const headers = { 'x-forwarded-for': anAddress() };
    expect((await node.anyone.post('/api/v1/auth/signup', signup, headers)).status).toBe(201);
    expect((await node.anyone.get('/health')).body.detail).toMatch(/locked/);
    await release();
    expect(countStatuses(await Promise.all(exports))).toEqual({ 200: 3, 429: 9 });
    expect(countStatuses(await Promise.all(searches))).toEqual({ 200: 12 });
  });

  it('of one user leave connections to others', async () => {
    const grace = await aPerson(node);
    const release = await holdBugs();
    const searches = times(4, () => ada.api.get(list));
    await whenBlocked(1);
    await whenSent(ada);
    expect(await countBlocked()).toBe(1);
    searches.push(grace.api.get(list));
    await whenBlocked(2);
    expect(await countBlocked()).toBe(2);
    await release();
    expect(countStatuses(await Promise.all(searches))).toEqual({ 200: 5 });
  });

  it('of one team leave connections to others', async () => {
    const team = [ada, await aColleague(node, ada), await aColleague(node, ada), await aColleague(node, ada)];
    const stranger = await aPerson(node);
    const release = await holdBugs();
    const searches = team.map(({ api }) => api.get(list));
    await whenBlocked(2);
    for (const person of team) await whenSent(person);
    searches.push(stranger.api.get(list));
    await whenBlocked(3);
    expect(await countBlocked()).toBe(3);
    await release();
    expect(countStatuses(await Promise.all(searches))).toEqual({ 200: 5 });
  });

  it('are ended, and an export of which nothing has been sent says so', async () => {
    const patient = context.pools.export;
    context.pools.export = shareConnections(database.url, { ...exportShares, statementMs: 100 });
    const release = await holdBugs();
    const answer = await ada.api.get(exported);
    await release();
    await context.pools.export.close();
    context.pools.export = patient;
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(answer.body).toEqual({ detail: expect.stringContaining('The export took too long') });
  });
});
