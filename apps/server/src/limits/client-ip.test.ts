import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createDatabase, startNode, type TestNode } from '../../test/harness.ts';

const database = await createDatabase();
/** Without configured proxies. */
const plain = await startNode(database);
const named = await startNode(database, { TRUSTED_PROXIES: '198.51.100.7, 2001:db8:ffff::/48' });
const strict = await startNode(database, { TRUSTED_PROXIES: 'only,127.0.0.1,198.51.100.7' });
const elsewhere = await startNode(database, { TRUSTED_PROXIES: 'only,198.51.100.7' });
const wary = await startNode(database, { TRUSTED_PROXIES: 'none' });

/** One of the five sign-ups per IP address and hour. */
async function attempt({ url }: TestNode, forwardedFor: string | string[]): Promise<void> {
  const headers = { 'x-forwarded-for': forwardedFor, 'content-length': 0 };
  const sent = request(new URL('/api/v1/auth/signup', url), { method: 'POST', headers }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(422);
  response.resume();
}

/** Whether both requests count as the same client. */
async function isSameClient(node: TestNode, address: string, forwardedFor: string | string[]) {
  const { db } = plain;
  await db.deleteFrom('rate_windows').execute();
  await attempt(node, forwardedFor);
  await attempt(plain, address);
  const windows = await db.selectFrom('rate_windows').select('hits').execute();
  return windows.every(({ hits }) => hits === 2);
}

const someAddress = () => `203.0.${randomInt(256)}.${randomInt(1, 255)}`;
const peer = '127.0.0.1';

describe('without named proxies, behind a private peer, the client', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7, 198.51.100.1, 10.0.0.2'],
    ['203.0.113.8', ' 203.0.113.8:4711'],
    ['203.0.113.9', '::ffff:203.0.113.9'],
    ['203.0.113.10', '[::FFFF:cb00:710a]:80'],
    ['2001:db8::1', '2001:0DB8:0:0::0001'],
    ['2001:db8::2', '[2001:db8::2]:443'],
    ['fe80::1', 'fe80::1%eth0'],
    [peer, 'nonsense'],
    [peer, 'nonsense, 203.0.113.12'],
    [peer, '1.2.3.4.5'],
    [peer, '[::1'],
  ])('%s is the first of %j', async (address, forwardedFor) => {
    expect(await isSameClient(plain, address, forwardedFor)).toBe(true);
  });

  it('is the first of very many, and the peer when that is very long', async () => {
    const many = `203.0.113.13${', 10.0.0.1'.repeat(1_200)}`;
    expect(await isSameClient(plain, '203.0.113.13', many)).toBe(true);
    expect(await isSameClient(plain, peer, `${'9'.repeat(12_000)}:1`)).toBe(true);
  });

  it('is the first of several headers', async () => {
    expect(await isSameClient(plain, '203.0.113.14', ['203.0.113.14', '203.0.113.15'])).toBe(true);
  });
});

describe('with named proxies, the client', () => {
  it.each([
    ['203.0.113.20', () => `${someAddress()}, 203.0.113.20`],
    ['203.0.113.21', () => `${someAddress()}, 203.0.113.21, 198.51.100.7, 10.0.0.3`],
    ['203.0.113.22', () => `nonsense, 203.0.113.22:80, [2001:db8:ffff::9]:443, ::ffff:198.51.100.7`],
    ['203.0.113.23', () => [someAddress(), '203.0.113.23', '192.168.0.1']],
    ['10.9.8.7', () => '10.9.8.7, 10.0.0.1'],
    [peer, () => `${someAddress()}, nonsense`],
    ['10.0.0.4', () => `${someAddress()}, , 10.0.0.4`],
  ])('%s is the last that is no proxy', async (address, forwardedFor) => {
    expect(await isSameClient(named, address, forwardedFor())).toBe(true);
  });

  it('may be in a private network when only the named ones are proxies', async () => {
    expect(await isSameClient(strict, '10.0.0.9', `${someAddress()}, 10.0.0.9, 198.51.100.7`)).toBe(true);
  });

  it.each([
    ['another peer is a proxy', elsewhere],
    ['nobody is a proxy', wary],
  ])('is the peer when %s', async (_when, node) => {
    expect(await isSameClient(node, peer, '203.0.113.30')).toBe(true);
  });
});

describe('IPv6 clients', () => {
  it.each([
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['2001:db8::1', '2001:db8:0:0:1::', true],
    ['2001:db8::1:2:3:4:5', '2001:db8:0:1::', true],
    ['::1', '::2:0:0:0:1', false],
    ['::1', '::1:0:0:0', true],
  ])('%s and %s are counted together: %s', async (address, other, expected) => {
    expect(await isSameClient(plain, address, other)).toBe(expected);
  });
});
