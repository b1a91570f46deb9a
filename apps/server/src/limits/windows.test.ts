import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { anAddress, anEmail } from '../../test/builders.ts';
import { cleanUp } from '../../test/clean-up.ts';
import { createDatabase, startNode, type TestNode } from '../../test/harness.ts';

const database = await createDatabase();
const node = await startNode(database);
const { db } = node;

/** One of the five sign-ups per IP address and hour; 422 if counted. */
const attempt = async (address: string, at: TestNode = node) =>
  at.anyone.post('/api/v1/auth/signup', {}, { 'x-forwarded-for': address });

async function attempts(count: number, address: string, at: TestNode = node): Promise<number[]> {
  const statuses = [];
  for (let done = 0; done < count; done++) statuses.push((await attempt(address, at)).status);
  return statuses;
}

const allFive = Array(5).fill(422);

/** Moves the end of every window. Tests run sequentially. */
const endIn = (seconds: number) =>
  sql`update rate_windows set ends_at = clock_timestamp() + make_interval(secs => ${seconds})`.execute(db);

/** Remaining seconds of the IP address's window. */
async function remaining(address: string): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from ends_at - clock_timestamp())::float8 as seconds from rate_windows
    where bucket like ${`%${address}`}`.execute(db);
  return rows[0]?.seconds ?? 0;
}

const waitOf = ({ headers }: { headers: Headers }) => Number(headers.get('retry-after'));

describe('a window', () => {
  it('takes as many as before when it has ended, and lasts as long', async () => {
    const address = anAddress();
    expect(await attempts(5, address)).toEqual(allFive);
    await endIn(-1);
    const other = await startNode(database);
    expect(await attempts(6, address, other)).toEqual([...allFive, 429]);
    expect(waitOf(await attempt(address, other))).toBeGreaterThan(3500);
  });

  it('ends when it would have ended, however many come in meanwhile', async () => {
    const address = anAddress();
    await attempts(2, address);
    await endIn(100);
    expect(await attempts(4, address)).toEqual([422, 422, 422, 429]);
    expect(waitOf(await attempt(address))).toBeLessThanOrEqual(100);
    expect(await remaining(address)).toBeLessThanOrEqual(100);
  });

  it('is not over when whoever was refused comes back as late as they were told', async () => {
    for (let round = 0; round < 5; round++) {
      const address = anAddress();
      await attempts(4, address);
      await endIn(50.95);
      await attempt(address);
      const [wait, left] = [waitOf(await attempt(address)), await remaining(address)];
      expect(wait).toBeGreaterThanOrEqual(left);
      expect(wait).toBeLessThanOrEqual(51);
    }
  });

  it('that has ended is also over for the process that knew it full', async () => {
    const address = anAddress();
    await attempt(address);
    const fill = sql`
      update rate_windows set hits = 5, ends_at = clock_timestamp() + interval '2 seconds'
      where bucket like ${`%${address}`}`;
    const refused = async () => {
      await fill.execute(db);
      return (await attempt(address)).status;
    };
    await expect.poll(refused).toBe(429);
    await expect.poll(async () => (await attempt(address)).status, { interval: 200 }).toBe(422);
    expect(await attempts(5, address)).toEqual([422, 422, 422, 422, 429]);
  });

  it('is not cleaned up before it has ended', async () => {
    const [address, past] = [anAddress(), anAddress()];
    await attempt(past);
    await endIn(-2 * 3600);
    await attempts(5, address);
    await cleanUp(node);
    expect(await remaining(address)).toBeGreaterThan(3000);
    expect(await remaining(past)).toBe(0);
    expect((await attempt(address, await startNode(database))).status).toBe(429);
  });
});

describe('a limit of logins', () => {
  const logIn = (at: TestNode, address: string, body: unknown) =>
    at.anyone.post('/api/v1/auth/login', body, { 'x-forwarded-for': address });

  it('comes before the body on a node that has not seen it used up', async () => {
    const address = anAddress();
    for (let count = 0; count < 10; count++) await logIn(node, address, { email: anEmail(), password: 'x' });
    const other = await startNode(database);
    expect((await logIn(other, address, '{broken')).status).toBe(429);
  });

  it('is one for each e-mail and one for each address: neither is counted for the other', async () => {
    const [address, email] = [anAddress(), anEmail()];
    const body = { email, password: 'wrong horse battery' };
    for (let count = 0; count < 3; count++) await logIn(node, address, body);
    await logIn(node, anAddress(), body);
    await logIn(node, address, { ...body, email: anEmail() });
    const { rows } = await sql<{ hits: number }>`
      select hits from rate_windows where bucket like ${`%${address}`} or bucket like ${`%${email}`}
      order by bucket like ${`%${email}`}`.execute(db);
    expect(rows).toEqual([{ hits: 4 }, { hits: 4 }]);
  });
});
