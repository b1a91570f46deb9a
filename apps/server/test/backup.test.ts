import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { connectToEmbeddedPostgres } from '@skep/embedded-postgres';
import pg from 'pg';
import { pack } from 'tar-stream';
import { expect, it } from 'vitest';
import { packMembers, readArchive } from '../src/backup/archive.ts';
import { anAttachment, upload } from './attachments.ts';
import { aReport } from './builders.ts';
import type { Client } from './client.ts';
import { anImage } from './images.ts';
import { anEmptyPostgres } from './own-postgres.ts';
import { aProjectIn } from './process-builders.ts';
import { startS3Server } from './s3-server.ts';
import { aDataDir, aPreparedDataDir, launch, runService, type ServiceProcess } from './service-process.ts';
import { startReceiver } from './webhook-receiver.ts';

const cli = fileURLToPath(new URL('../../../packages/cli/bin/skep.js', import.meta.url));

async function skep(settings: Record<string, string>, ...args: string[]) {
  const run = launch(cli, ['admin', ...args], settings);
  return { code: await run.exit, stdout: run.stdout(), stderr: run.stderr() };
}

/** Debian's PostgreSQL, if installed, which is older than the bundled one. */
const [initdb] = globSync('/usr/lib/postgresql/*/bin/initdb');
const otherBinaries = initdb && dirname(initdb);

/** A database owned by a role without superuser rights. */
async function aDatabaseElsewhere(): Promise<string> {
  const server = await anEmptyPostgres(otherBinaries);
  await server.query('create role keeper login');
  await server.query('create database moved owner keeper');
  return server.url.replace('skep@', 'keeper@').replace('/skep?', '/moved?');
}

async function onDatabase(url: string, statement: string, work = async () => {}): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await work();
  await client.end();
}

async function rowsIn(file: string): Promise<Record<string, string>> {
  const rows: Record<string, string> = {};
  for await (const { name, bytes } of readArchive(file)) {
    const table = /^tables\/(\w+)/.exec(name)?.[1];
    if (table) rows[table] = (rows[table] ?? '') + bytes.toString();
  }
  return rows;
}

/** A service with data in all tables, killed before its last events were dispatched. */
async function aKilledService(hookUrl: string, backUp: (settings: Record<string, string>) => Promise<void>) {
  const settings = { DATA_DIR: await aPreparedDataDir(), WEBHOOK_ALLOW_PRIVATE: 'true' };
  const service = await runService(settings);
  const { token, project } = await aProjectIn(service.api);
  const api = service.api.retrying();
  const owner = api.with({ authorization: `Bearer ${token}` });
  const sender = api.with({ 'x-api-key': project.api_key });
  const report = async () => (await sender.post('/api/v1/bugs', aReport())).body.id as number;
  await owner.post(`/api/v1/projects/${project.id}/webhooks`, { url: hookUrl, events: ['bug.created'] });
  const bugId = await report();
  const image = anImage();
  await upload((await sender.post(`/api/v1/bugs/${bugId}/attachments`, anAttachment())).body, image);
  await owner.post(`/api/v1/bugs-admin/${bugId}/comments`, { body: 'Tabs\tand\nlines \\N' });
  const labels = `/api/v1/teams/${project.team_id}/labels`;
  const label = (await owner.post(labels, { name: 'späth', color: '#00ff00' })).body;
  await owner.post(`/api/v1/bugs-admin/${bugId}/labels/${label.id}`);
  const minted = await owner.post('/api/v1/me/mcp-tokens', { name: 'Claude', scopes: ['read:bugs'] });

  const url = (await connectToEmbeddedPostgres(settings.DATA_DIR)) as string;
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  await holder.query('begin; lock table sequencer in exclusive mode');
  const ids = [bugId, await report(), await report()];
  let isBackedUp = false;
  // Slow enough for the rate limit, and for the backup on a busy machine.
  const reportOn = async () => {
    for (let sent = 0; sent < 30 && !isBackedUp; sent++) await report();
  };
  await Promise.all([
    reportOn(),
    backUp(settings).finally(() => {
      isBackedUp = true;
    }),
  ]);
  await service.end('SIGKILL');
  await holder.end();
  return { settings, token, project, ids, image, mcpToken: minted.body.token as string };
}

it('a backup is restored into other kinds of server and storage, and back, and the service goes on', async () => {
  const receiver = await startReceiver();
  const store = await startS3Server();
  const folder = await aDataDir();
  const [first, second] = [join(folder, 'first.tar.gz'), join(folder, 'second.tar.gz')];
  const former = await aKilledService(receiver.url, async (settings) => {
    const written = await skep(settings, 'backup', first);
    expect(written).toMatchObject({ code: 0, stderr: '' });
    expect(written.stdout).toContain('1 attachments');
  });
  const deliveredBefore = receiver.received.length;
  expect((await stat(first)).mode & 0o777).toBe(0o600);

  const elsewhere = {
    DATABASE_URL: await aDatabaseElsewhere(),
    DATA_DIR: await aDataDir(),
    ...store.settings,
  };
  expect(await skep(elsewhere, 'restore', first)).toMatchObject({ code: 0, stderr: '' });
  expect(await store.keys()).toHaveLength(1);
  await onDatabase(elsewhere.DATABASE_URL, 'create table "Not Skep\'s" (id bigint)');
  expect(await skep(elsewhere, 'backup', second)).toMatchObject({ code: 0, stderr: '' });
  const [before, after] = [await rowsIn(first), await rowsIn(second)];
  // Distinguishes their nightly backups.
  expect(after.kysely_migration).not.toBe(before.kysely_migration);
  expect(after).toEqual({ ...before, kysely_migration: after.kysely_migration });

  const back = { DATA_DIR: await aPreparedDataDir(), WORKERS: '2', WEBHOOK_ALLOW_PRIVATE: 'true' };
  await writeFile(join(back.DATA_DIR, 'secret-key'), 'another key'.repeat(3));
  const service = await runService(back);
  expect(await skep(back, 'restore', second)).toMatchObject({ code: 0, stderr: '' });
  const owner = service.api.retrying().with({ authorization: `Bearer ${former.token}` });
  await expect.poll(async () => (await owner.get('/api/v1/me').catch(() => null))?.status).toBe(200);
  await expectSameLife(service, owner, former);
  const created = () => receiver.received.map(({ body }) => body.bug.id as number).sort((a, b) => a - b);
  await expect.poll(() => created().slice(0, 3)).toEqual(former.ids);
  expect(deliveredBefore).toBeLessThanOrEqual(1);
  await expect.poll(() => new Set(created()).size).toBe((await countBugs(owner)) as number);
  expect(created()).toHaveLength(new Set(created()).size);

  expect(await skep(back, 'restore', first)).toEqual({
    code: 1,
    stdout: '',
    stderr: `${back.DATA_DIR} already has accounts (1) and teams (1), and a backup is restored only where there are none. Set DATA_DIR to a new folder, or DATABASE_URL to an empty database.\n`,
  });
  await expectRefusals(first);
});

const countBugs = async (owner: Client) => (await owner.get('/api/v1/bugs-admin?limit=1')).body.total;

async function expectSameLife(
  { url, api }: ServiceProcess,
  owner: Client,
  { ids, project, image, mcpToken }: Awaited<ReturnType<typeof aKilledService>>,
) {
  const [bugId] = ids;
  const bug = (await owner.get(`/api/v1/bugs-admin/${bugId}`)).body;
  expect(bug.labels).toMatchObject([{ name: 'späth' }]);
  const shown = await fetch(bug.attachments[0].url.replace(/^http:\/\/[^/]+/, url));
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(image);
  const comments = (await owner.get(`/api/v1/bugs-admin/${bugId}/comments`)).body;
  expect(comments.items).toMatchObject([{ body: 'Tabs\tand\nlines \\N' }]);
  expect((await api.get('/api/v1/mcp/bugs', { 'x-mcp-token': mcpToken })).status).toBe(200);
  const reported = await api.retrying().post('/api/v1/bugs', aReport({ title: 'Honey runs out' }), {
    'x-api-key': project.api_key,
  });
  expect(reported.status).toBe(201);
  const search = (words: string) => owner.get(`/api/v1/bugs-admin?search=${words}`);
  await expect.poll(async () => (await search('honey')).body.total).toBe(1);
}

async function anArchive(name: string, content: string): Promise<Buffer> {
  const archive = pack();
  packMembers(archive, [{ name, bytes: Buffer.from(content) }]);
  return gzipSync(await buffer(archive));
}

/** None of them creates even a folder. */
async function expectRefusals(whole: string) {
  const folder = await aDataDir();
  const file = join(folder, 'backup.tar.gz');
  const DATA_DIR = join(folder, 'data');
  const bytes = await readFile(whole);
  const refusals: [Buffer, string][] = [
    [bytes.subarray(0, bytes.length / 2), 'is not a valid Skep backup: unexpected end of file.'],
    [Buffer.from('no archive'), 'is not a valid Skep backup: incorrect header check.'],
    [await anArchive('manifest.json', 'null'), 'is not a valid Skep backup: its manifest is invalid.'],
    [await anArchive('a\u001b[31mb', ''), 'is not a valid Skep backup: it has no manifest.'],
  ];
  for (const [content, sentence] of refusals) {
    await writeFile(file, content);
    expect(await skep({ DATA_DIR }, 'restore', file)).toEqual({
      code: 1,
      stdout: '',
      stderr: `${file} ${sentence}\n`,
    });
  }
  expect((await skep({ DATA_DIR }, 'backup', '--check', whole)).stdout).toContain(`${whole} is valid`);
  expect(await readdir(folder)).toEqual(['backup.tar.gz']);
}

/** With a file size limit of 50 KB, which acts like a full disk. */
function backUpInSmallFiles(settings: Record<string, string>, file: string) {
  const limited = ['-c', 'ulimit -f 100; exec "$@"', 'sh', process.execPath, cli, 'admin', 'backup', file];
  return promisify(execFile)('sh', limited, { env: { PATH: process.env.PATH, ...settings } });
}

it('a backup that has no room, or whose tables are being changed, leaves nothing but a sentence', async () => {
  const folder = await aDataDir();
  const file = join(folder, 'backup.tar.gz');
  const settings = { DATA_DIR: await aPreparedDataDir() };
  await runService(settings);
  const url = (await connectToEmbeddedPostgres(settings.DATA_DIR)) as string;
  // More than fits into buffers when the file is full.
  await onDatabase(url, 'create table large as select md5(i::text) from generate_series(1, 600000) as i');
  await expect(backUpInSmallFiles(settings, file)).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: `${file} was not written: EFBIG: file too large, write.\n`,
  });
  await onDatabase(url, 'select pg_advisory_lock(7120001)', async () => {
    expect(await skep(settings, 'backup', file)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'A migration or restore is running. Try again when it has finished.\n',
    });
  });
  expect(await readdir(folder)).toEqual([]);
});
