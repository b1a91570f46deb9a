import { describe, expect, it } from 'vitest';
import { anAddress, anEmail, aPerson } from '../../test/builders.ts';
import { createDatabase, startNode } from '../../test/harness.ts';

const database = await createDatabase();
const nodes = await Promise.all([startNode(database), startNode(database)]);
const [node, otherNode] = nodes as [(typeof nodes)[0], (typeof nodes)[0]];

const from = (address: string) => ({ 'x-forwarded-for': address });
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();
const wrongLogin = (email: string, address: string, at = node) =>
  at.anyone.post('/api/v1/auth/login', { email, password: 'wrong horse battery' }, from(address));

/** Ends every window. */
const letTimePass = () =>
  node.db
    .updateTable('rate_windows')
    .set({ ends_at: new Date(Date.now() - 1000) })
    .execute();

describe('signups', () => {
  it('are limited to five an hour for each address, over all nodes, however they arrive', async () => {
    const address = anAddress();
    const attempts = Array.from({ length: 12 }, (_, index) =>
      (index % 2 ? node : otherNode).anyone.post(
        '/api/v1/auth/signup',
        { email: anEmail(), password: 'correct horse battery' },
        from(address),
      ),
    );
    expect(statuses(await Promise.all(attempts))).toEqual([...Array(5).fill(201), ...Array(7).fill(429)]);
  });

  it('count even when the body is refused, and the limit comes before the body', async () => {
    const address = anAddress();
    const attempts = [];
    for (let count = 0; count < 6; count++) {
      attempts.push(await node.anyone.post('/api/v1/auth/signup', '{broken', from(address)));
    }
    expect(attempts.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 429]);
  });

  it('answer the specified body and when to come back', async () => {
    const address = anAddress();
    for (let count = 0; count < 5; count++) await node.anyone.post('/api/v1/auth/signup', {}, from(address));
    const refused = await node.anyone.post('/api/v1/auth/signup', {}, from(address));
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({ detail: 'Rate limit exceeded: 5 per hour' });
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(3500);
    expect(wait).toBeLessThanOrEqual(3600);
  });

  it('are free again when the hour is over', async () => {
    const address = anAddress();
    for (let count = 0; count < 5; count++) await node.anyone.post('/api/v1/auth/signup', {}, from(address));
    await letTimePass();
    expect((await otherNode.anyone.post('/api/v1/auth/signup', {}, from(address))).status).toBe(422);
  });
});

describe('logins', () => {
  it('are limited to ten a minute for each address', async () => {
    const address = anAddress();
    const answers = await Promise.all(
      Array.from({ length: 15 }, (_, index) => wrongLogin(anEmail(), address, index % 2 ? node : otherNode)),
    );
    expect(statuses(answers)).toEqual([...Array(10).fill(401), ...Array(5).fill(429)]);
    const refused = await wrongLogin(anEmail(), address);
    expect(refused.body).toEqual({ detail: 'Rate limit exceeded: 10 per minute' });
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  });

  it('are limited to twenty an hour for each e-mail, whatever its case and wherever they come from', async () => {
    const person = await aPerson(node);
    const spellings = [person.email, person.email.toUpperCase()];
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, index) => wrongLogin(spellings[index % 2] as string, anAddress())),
    );
    expect(statuses(answers)).toEqual([...Array(20).fill(401), ...Array(5).fill(429)]);
    const right = await node.anyone.post(
      '/api/v1/auth/login',
      { email: person.email, password: person.password },
      from(anAddress()),
    );
    expect(right.status).toBe(429);
    expect(right.body).toEqual({ detail: 'Rate limit exceeded: 20 per hour' });
  });

  it('that were refused for the e-mail do not count against the address', async () => {
    const [email, address] = [anEmail(), anAddress()];
    for (let count = 0; count < 20; count++) await wrongLogin(email, anAddress());
    for (let count = 0; count < 10; count++) expect((await wrongLogin(email, address)).status).toBe(429);
    expect((await wrongLogin(anEmail(), address)).status).toBe(401);
  });

  it('that were refused for the address do not count against the e-mail', async () => {
    const [email, address] = [anEmail(), anAddress()];
    for (let count = 0; count < 10; count++) await wrongLogin(anEmail(), address);
    for (let count = 0; count < 20; count++) expect((await wrongLogin(email, address)).status).toBe(429);
    expect((await wrongLogin(email, anAddress())).status).toBe(401);
  });

  it('answer the longest wait when both limits are used up', async () => {
    const [email, address] = [anEmail(), anAddress()];
    for (let count = 0; count < 10; count++) await wrongLogin(email, address);
    for (let count = 0; count < 10; count++) await wrongLogin(email, anAddress());
    const refused = await wrongLogin(email, address);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
  });

  it('meet the limit of the address even with a body that is too large', async () => {
    const address = anAddress();
    for (let count = 0; count < 10; count++) await wrongLogin(anEmail(), address);
    const large = { email: anEmail(), password: 'x'.repeat(300_000) };
    const answer = await node.anyone.post('/api/v1/auth/login', large, from(address));
    expect([answer.status, answer.body]).toEqual([429, { detail: 'Rate limit exceeded: 10 per minute' }]);
  });

  it('meet the limit of the address before the body is read', async () => {
    const address = anAddress();
    for (let count = 0; count < 10; count++) await wrongLogin(anEmail(), address);
    expect((await node.anyone.post('/api/v1/auth/login', '{broken', from(address))).status).toBe(429);
  });

  it('cost a blocked client no query', async () => {
    const address = anAddress();
    for (let count = 0; count < 11; count++) await wrongLogin(anEmail(), address);
    await node.db.deleteFrom('rate_windows').execute();
    expect((await wrongLogin(anEmail(), address)).status).toBe(429);
  });
});

describe('attempts from an IPv6 network', () => {
  // Counted per hour, so that a slow machine does not see a window end.
  const signUpFrom = async (address: string) =>
    (await node.anyone.post('/api/v1/auth/signup', { email: 'nobody' }, from(address))).status;

  it('have eight times the limit in a /56 and sixty-four times in a /48', async () => {
    const hex = (number: number) => number.toString(16).padStart(2, '0');
    for (let block = 0; block < 8; block++) {
      // Four per /64, which allows five.
      for (let index = 0; index < 40; index++)
        expect(await signUpFrom(`2001:db8:56:${hex(block)}${hex(index >> 2)}::1`)).toBe(422);
      expect(await signUpFrom(`2001:db8:56:${hex(block)}ff::1`)).toBe(429);
    }
    expect(await signUpFrom('2001:db8:56:ff00::1')).toBe(429);
    expect(await signUpFrom('2001:db8:57::1')).toBe(422);
  });
});
