import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { anAddress, anEmail } from './builders.ts';
import type { Client } from './client.ts';
import { freePort } from './free-port.ts';
import { anOwnPostgres } from './own-postgres.ts';
import { aDataDir, launchService, runService } from './service-process.ts';

const password = 'correct horse battery';

const signUp = (api: Client, email: string) =>
  api.post('/api/v1/auth/signup', { email, password }, { 'x-forwarded-for': anAddress() });
const logIn = (api: Client, email: string) =>
  api.post('/api/v1/auth/login', { email, password }, { 'x-forwarded-for': anAddress() });

const serverIsRunning = (dataDir: string) => existsSync(join(dataDir, 'postgres', 'postmaster.pid'));

describe('starting', () => {
  it('prints one line with the address and one with where the data is', async () => {
    const dataDir = await aDataDir();
    const port = String(await freePort());
    const service = await runService({ DATA_DIR: dataDir, PORT: port, LOG_LEVEL: 'info' });
    expect(service.stdout()).toBe(`Skep is at http://localhost:${port}\nData is in ${dataDir}\n`);
  });

  it('keeps data and signing key over a restart', async () => {
    const dataDir = await aDataDir();
    const first = await runService({ DATA_DIR: dataDir });
    const { body } = await signUp(first.api, 'ada@example.com');
    expect(await first.end('SIGTERM')).toBe(0);
    const second = await runService({ DATA_DIR: dataDir });
    const me = await second.api.get('/api/v1/me', { authorization: `Bearer ${body.access_token}` });
    expect(me.body).toMatchObject({ email: 'ada@example.com' });
  });

  it('is refused while another service runs on the same folder, which stays untouched', async () => {
    const dataDir = await aDataDir();
    const first = await runService({ DATA_DIR: dataDir });
    const second = launchService({ DATA_DIR: dataDir, PORT: String(await freePort()) });
    expect(await second.exit).toBe(1);
    expect(second.stderr()).toBe(
      `Another Skep is already running on ${dataDir}. Stop it first, or set DATA_DIR to another folder.\n`,
    );
    expect((await first.api.get('/health')).status).toBe(200);
  });

  it.each(['1', '2'])(
    'says in one sentence that the port is taken, and leaves no database running (WORKERS=%s)',
    async (WORKERS) => {
      const first = await runService({ DATA_DIR: await aDataDir(), WORKERS });
      const port = new URL(first.stdout().match(/http\S+/)?.[0] ?? '').port;
      const dataDir = await aDataDir();
      const second = launchService({ DATA_DIR: dataDir, PORT: port, WORKERS });
      expect(await second.exit).toBe(1);
      expect(second.stderr()).toBe(
        `Port ${port} is already in use: stop what runs there, or set PORT to another one.\n`,
      );
      expect(serverIsRunning(dataDir)).toBe(false);
    },
  );

  const s3 = {
    S3_ENDPOINT: 'https://s3.example.com',
    S3_BUCKET: 'bees',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  };
  it.each([
    [{ PORT: 'high' }, 'PORT must be a number from 1 to 65535, not "high".'],
    [{ PORT: '0' }, 'PORT must be a number from 1 to 65535, not "0".'],
    [{ PORT: '65536' }, 'PORT must be a number from 1 to 65535, not "65536".'],
    [{ BASE_URL: 'bugs.example.com' }, 'BASE_URL must be an address that begins with http:// or https://.'],
    [{ SECRET_KEY: 'short' }, 'SECRET_KEY must have at least 32 characters.'],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV must be one of development, production, test, not "prod".'],
    [{ DEFAULT_PLAN: 'gold' }, 'DEFAULT_PLAN must be one of free, unlimited, not "gold".'],
    [
      { TRUSTED_PROXIES: '10.0.0.0/33' },
      'TRUSTED_PROXIES must be addresses or CIDR blocks separated by commas, "only," before them, or "none"; "10.0.0.0/33" is none of these.',
    ],
    [{ WEBHOOK_ALLOW_PRIVATE: 'yes' }, 'WEBHOOK_ALLOW_PRIVATE must be one of true, false, not "yes".'],
    [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL must be an address that begins with smtp:// or smtps://.'],
    [{ GITHUB_CLIENT_ID: 'id' }, 'GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET must be set together.'],
    [{ S3_BUCKET: 'bees' }, 'S3_ENDPOINT must be set too: the S3_ variables belong together.'],
    [{ S3_REGION: 'auto' }, 'S3_ENDPOINT must be set too: the S3_ variables belong together.'],
    [
      { ...s3, S3_SECRET_ACCESS_KEY: '' },
      'S3_SECRET_ACCESS_KEY must be set too: the S3_ variables belong together.',
    ],
    [
      { ...s3, S3_ENDPOINT: 's3.example.com' },
      'S3_ENDPOINT must be an address that begins with http:// or https://.',
    ],
    [
      { ...s3, S3_ENDPOINT: 'https://user:password@s3.example.com' },
      'S3_ENDPOINT must be an address without user, password, query and fragment.',
    ],
    [{ ...s3, S3_BUCKET: 'a/b' }, 'S3_BUCKET must be the name of a bucket, not "a/b".'],
    [
      { LOG_LEVEL: 'loud' },
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud".',
    ],
    [
      { DATABASE_URL: 'mysql://localhost/skep' },
      'DATABASE_URL must be an address that begins with postgres:// or postgresql://.',
    ],
    [
      { NODE_ENV: 'production', DATABASE_URL: 'postgres://localhost/skep' },
      'SECRET_KEY must be set in production with DATABASE_URL: every node has to sign with the same key.',
    ],
  ])('stops with a sentence for %j', async (settings, sentence) => {
    const service = launchService({
      DATA_DIR: await aDataDir(),
      ...(settings as unknown as Record<string, string>),
    });
    expect(await service.exit).toBe(1);
    expect(service.stderr()).toBe(`${sentence}\n`);
  });
});

describe('stopping', () => {
  it.each([['SIGTERM'], ['SIGINT'], ['SIGINT', 'SIGINT']] as NodeJS.Signals[][])(
    'by %s %s ends service and database cleanly',
    async (...signals) => {
      const dataDir = await aDataDir();
      const service = await runService({ DATA_DIR: dataDir });
      expect(serverIsRunning(dataDir)).toBe(true);
      expect(await service.end(...signals.filter(Boolean))).toBe(0);
      expect(serverIsRunning(dataDir)).toBe(false);
    },
  );

  it('during the start ends both as soon as they are there', async () => {
    const dataDir = await aDataDir();
    const service = launchService({ DATA_DIR: dataDir, PORT: String(await freePort()) });
    while (!serverIsRunning(dataDir)) await sleep(5);
    expect(await service.end('SIGTERM')).toBe(0);
    expect(serverIsRunning(dataDir)).toBe(false);
  });

  it('finishes the request that is in flight', async () => {
    const service = await runService({ DATA_DIR: await aDataDir() });
    const port = Number(new URL(service.stdout().match(/http\S+/)?.[0] ?? '').port);
    const body = JSON.stringify({ email: anEmail(), password });
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST /api/v1/auth/signup HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\n` +
        `content-length: ${body.length}\r\nexpect: 100-continue\r\n\r\n`,
    );
    await new Promise((resolve) => socket.once('data', resolve));
    const exit = service.end('SIGTERM');
    socket.write(body);
    expect(await text(socket)).toMatch(/^HTTP\/1.1 201 Created/);
    expect(await exit).toBe(0);
  });
});

describe('stopping while requests are on their way', () => {
  it.each([['1'], ['2']])('does not wait for a body that never comes, with %s processes', async (workers) => {
    const service = await runService({ DATA_DIR: await aDataDir(), WORKERS: workers });
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    socket.write(
      'POST /api/v1/auth/signup HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n' +
        'content-length: 100\r\nexpect: 100-continue\r\n\r\n',
    );
    await once(socket, 'data');
    socket.on('error', () => {}).write('{"email":');
    expect(await service.end('SIGTERM')).toBe(0);
  });

  it('answers as always what comes on a connection that is in use, and ends it', async () => {
    const service = await runService({ DATA_DIR: await aDataDir() });
    const { port } = new URL(service.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      'POST /api/v1/auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n' +
        'content-length: 2\r\nexpect: 100-continue\r\n\r\n',
    );
    await once(socket, 'data');
    const exit = service.end('SIGTERM');
    const isRefused = () =>
      fetch(service.url).then(
        () => false,
        () => true,
      );
    await expect.poll(isRefused, { timeout: 10_000 }).toBe(true);
    socket.write('{}GET /api/v1/teams HTTP/1.1\r\nhost: localhost\r\n\r\n');
    const [first, second] = (await text(socket)).split(/(?=HTTP\/1.1 )/);
    expect(first).toMatch(/^HTTP\/1.1 422 /);
    expect(second).toMatch(/^HTTP\/1.1 401 .*connection: close.*"detail":"Sign in first/is);
    expect(await exit).toBe(0);
  });
});

describe('after kill -9', () => {
  it('the next start just works, again and again, and nothing that was acknowledged is lost', async () => {
    const dataDir = await aDataDir();
    const acknowledged: string[] = [];
    for (let round = 0; round < 4; round++) {
      const { api, end } = await runService({ DATA_DIR: dataDir });
      let killed = false;
      const signingUp = Array.from({ length: 4 }, async () => {
        while (!killed) {
          const email = anEmail();
          const answer = await signUp(api, email).catch(() => null);
          if (answer?.status === 201) acknowledged.push(email);
          if (acknowledged.length >= (round + 1) * 10 && !killed) {
            killed = true;
            await end('SIGKILL');
          }
        }
      });
      await Promise.all(signingUp);
    }
    const { api } = await runService({ DATA_DIR: dataDir });
    const logins = await Promise.all(acknowledged.map((email) => logIn(api, email)));
    expect(acknowledged.length).toBeGreaterThanOrEqual(40);
    expect(logins.filter(({ status }) => status !== 200)).toEqual([]);
  });
});

describe('on an existing PostgreSQL', () => {
  it('several nodes start at once, migrate it once, and serve the same data', async () => {
    const postgres = await anOwnPostgres();
    const nodes = await Promise.all(Array.from({ length: 3 }, () => runService(postgres.settings)));
    const email = anEmail();
    expect((await signUp(nodes[0]?.api as Client, email)).status).toBe(201);
    for (const { api } of nodes) expect((await logIn(api, email)).status).toBe(200);

    const rows = await postgres.query('select name, count(*)::int from kysely_migration group by name');
    expect(rows.every(({ count }) => count === 1)).toBe(true);
    for (const { end } of nodes) expect(await end('SIGTERM')).toBe(0);
  });

  it('that cannot be reached says so in one sentence', async () => {
    const port = await freePort();
    const service = launchService({
      DATABASE_URL: `postgres://me:secret@127.0.0.1:${port}/skep`,
      DATA_DIR: await aDataDir(),
    });
    expect(await service.exit).toBe(1);
    expect(service.stderr()).toBe(
      `The PostgreSQL of DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:${port}. Check the address, and that the server runs.\n`,
    );
  });

  it('that has no such database says so in one sentence', async () => {
    const databaseUrl = (await anOwnPostgres()).url.replace('/skep?', '/nothing?');
    const service = launchService({ DATABASE_URL: databaseUrl, DATA_DIR: await aDataDir() });
    expect(await service.exit).toBe(1);
    expect(service.stderr()).toContain('cannot be used: database "nothing" does not exist.');
    expect(service.stderr().trim().split('\n')).toHaveLength(1);
  });
});
