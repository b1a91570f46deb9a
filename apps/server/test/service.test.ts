import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { anAddress, anEmail } from './builders.ts';
import type { Client } from './client.ts';
import { freePort } from './free-port.ts';
import { anEmptyPostgres } from './own-postgres.ts';
import {
  aDataDir,
  aPreparedDataDir,
  defaultStartupLines,
  launchService,
  runService,
} from './service-process.ts';

const password = 'correct horse battery';

const signUp = (api: Client, email: string) =>
  api.post('/api/v1/auth/signup', { email, password }, { 'x-forwarded-for': anAddress() });
const logIn = (api: Client, email: string) =>
  api.post('/api/v1/auth/login', { email, password }, { 'x-forwarded-for': anAddress() });

const serverIsRunning = (dataDir: string) => existsSync(join(dataDir, 'postgres', 'postmaster.pid'));

describe('starting', () => {
  it('says where it is and where the data is, and keeps data and signing key over a restart', async () => {
    const dataDir = await aDataDir();
    const first = await runService({ DATA_DIR: dataDir, LOG_LEVEL: 'info' });
    const { port } = new URL(first.url);
    const lines = [
      `Skep is running at http://localhost:${port}`,
      `Data: ${dataDir}`,
      ...defaultStartupLines,
      '',
    ];
    expect(first.stdout().split('\n')).toEqual(lines);
    const { body } = await signUp(first.api, 'ada@example.com');
    expect(await first.end('SIGTERM')).toBe(0);
    const second = await runService({ DATA_DIR: dataDir });
    const me = await second.api.get('/api/v1/me', { authorization: `Bearer ${body.access_token}` });
    expect(me.body).toMatchObject({ email: 'ada@example.com' });
  });

  it('is refused while another service runs on the same folder, which stays untouched', async () => {
    const dataDir = await aPreparedDataDir();
    const first = await runService({ DATA_DIR: dataDir });
    const second = launchService({ DATA_DIR: dataDir, PORT: String(await freePort()) });
    expect(await second.exit).toBe(1);
    expect(second.stderr()).toBe(
      `Another Skep is already running on ${dataDir}. Stop it first, or set DATA_DIR to another folder.\n`,
    );
    expect((await first.api.get('/health')).status).toBe(200);
  });

  it('says in one sentence that the port is taken, and leaves no database running', async () => {
    const first = await runService({ DATA_DIR: await aPreparedDataDir(), WORKERS: '2' });
    const { port } = new URL(first.url);
    const dataDir = await aPreparedDataDir();
    for (const WORKERS of ['1', '2']) {
      const second = launchService({ DATA_DIR: dataDir, PORT: port, WORKERS });
      expect(await second.exit).toBe(1);
      expect(second.stderr()).toBe(
        `Port ${port} is already in use. Stop the other process or change PORT.\n`,
      );
      expect(serverIsRunning(dataDir)).toBe(false);
    }
  });

  it('stops with a sentence when a setting cannot be used', async () => {
    const service = launchService({ DATA_DIR: await aDataDir(), SECRET_KEY: 'k'.repeat(31) });
    expect(await service.exit).toBe(1);
    expect(service.stderr()).toBe('SECRET_KEY must have at least 32 characters and no control characters.\n');
  });
});

describe('stopping', () => {
  it('by SIGTERM, by SIGINT and by two of them at once ends service and database cleanly', async () => {
    const dataDir = await aPreparedDataDir();
    for (const signals of [['SIGTERM'], ['SIGINT'], ['SIGINT', 'SIGINT']] as NodeJS.Signals[][]) {
      const service = await runService({ DATA_DIR: dataDir });
      expect(serverIsRunning(dataDir)).toBe(true);
      expect(await service.end(...signals)).toBe(0);
      expect(service.stderr()).toBe('');
      expect(serverIsRunning(dataDir)).toBe(false);
    }
  });

  it('during the start ends both as soon as they are there', async () => {
    const dataDir = await aDataDir();
    const service = launchService({ DATA_DIR: dataDir, PORT: String(await freePort()) });
    while (!serverIsRunning(dataDir)) await sleep(5);
    expect(await service.end('SIGTERM')).toBe(0);
    expect(serverIsRunning(dataDir)).toBe(false);
  });
});

describe('stopping while requests are on their way', () => {
  /** A connection with an incomplete request body. */
  async function aRequest({ url }: { url: string }, path: string, length: number): Promise<Socket> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {});
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n` +
        `content-length: ${length}\r\nexpect: 100-continue\r\n\r\n`,
    );
    await once(socket, 'data');
    return socket;
  }

  it('does not wait for a body that never comes, whatever number of processes there is', async () => {
    const ends = ['1', '2'].map(async (WORKERS) => {
      const service = await runService({ DATA_DIR: await aPreparedDataDir(), WORKERS });
      (await aRequest(service, '/api/v1/auth/signup', 100)).write('{"email":');
      return service.end('SIGTERM');
    });
    expect(await Promise.all(ends)).toEqual([0, 0]);
  });

  it('finishes them, answers as always what comes on a connection that is in use, and ends it', async () => {
    const service = await runService({ DATA_DIR: await aPreparedDataDir() });
    const body = JSON.stringify({ email: anEmail() });
    const begun = await aRequest(service, '/api/v1/auth/password-reset', body.length);
    const socket = await aRequest(service, '/api/v1/auth/login', 2);
    const exit = service.end('SIGTERM');
    const isRefused = () =>
      fetch(service.url).then(
        () => false,
        () => true,
      );
    await expect.poll(isRefused).toBe(true);
    begun.write(body);
    expect(await text(begun)).toMatch(/^HTTP\/1.1 202 Accepted/);
    socket.write('{}GET /api/v1/teams HTTP/1.1\r\nhost: localhost\r\n\r\n');
    const [first, second] = (await text(socket)).split(/(?=HTTP\/1.1 )/);
    expect(first).toMatch(/^HTTP\/1.1 422 /);
    expect(second).toMatch(/^HTTP\/1.1 401 .*connection: close.*"detail":"The access token/is);
    expect(await exit).toBe(0);
  });
});

describe('after kill -9', () => {
  it('the next start just works, again and again, and nothing that was acknowledged is lost', async () => {
    const dataDir = await aPreparedDataDir();
    const acknowledged: string[] = [];
    for (let round = 0; round < 2; round++) {
      const { api, end } = await runService({ DATA_DIR: dataDir });
      let killed = false;
      const signingUp = Array.from({ length: 4 }, async () => {
        while (!killed) {
          const email = anEmail();
          const answer = await signUp(api, email).catch(() => null);
          if (answer?.status === 201) acknowledged.push(email);
          if (acknowledged.length >= (round + 1) * 8 && !killed) {
            killed = true;
            await end('SIGKILL');
          }
        }
      });
      await Promise.all(signingUp);
    }
    const { api } = await runService({ DATA_DIR: dataDir });
    // Hashing is limited, so a busy machine rejects some concurrent logins.
    const logins = await Promise.all(acknowledged.map((email) => logIn(api.retrying(), email)));
    expect(acknowledged.length).toBeGreaterThanOrEqual(15);
    expect(logins.filter(({ status }) => status !== 200)).toEqual([]);
  });
});

describe('on an existing PostgreSQL', () => {
  it('several nodes start at once, migrate it once, and serve the same data', async () => {
    const postgres = await anEmptyPostgres();
    const nodes = await Promise.all(Array.from({ length: 2 }, () => runService(postgres.settings)));
    const email = anEmail();
    expect((await signUp(nodes[0]?.api as Client, email)).status).toBe(201);
    for (const { api } of nodes) expect((await logIn(api, email)).status).toBe(200);

    const rows = await postgres.query('select name, count(*)::int from kysely_migration group by name');
    expect(rows.every(({ count }) => count === 1)).toBe(true);
    for (const { end } of nodes) expect(await end('SIGTERM')).toBe(0);
  });
});
