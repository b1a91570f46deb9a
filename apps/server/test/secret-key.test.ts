import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { anAddress, anEmail } from './builders.ts';
import { freePort } from './free-port.ts';
import { anOwnPostgres } from './own-postgres.ts';
import { aDataDir, launchService, runService } from './service-process.ts';

const rule = 'must have at least 32 characters and no control characters.';

it.each([
  ['empty', ''],
  ['one character', 'k'],
  ['31 characters and a line break', `${'k'.repeat(31)}\n`],
  ['what a power cut leaves of a file', '\0'.repeat(65)],
])('a key file with %s stops the start with a sentence, and stays as it is', async (_what, content) => {
  const dataDir = await aDataDir();
  const file = join(dataDir, 'secret-key');
  await writeFile(file, content);
  const service = launchService({ DATA_DIR: dataDir, PORT: String(await freePort()) });
  expect(await service.exit).toBe(1);
  expect(service.stderr()).toBe(
    `The key in ${file} ${rule} Restore the old key, or remove the file to generate a new one, ` +
      'which ends all sessions and invalidates emailed links.\n',
  );
  expect(await readFile(file, 'utf8')).toBe(content);
  expect(await readdir(dataDir)).toEqual(['secret-key']);
});

it('a key that cannot be read is not replaced either', async () => {
  const dataDir = await aDataDir();
  await mkdir(join(dataDir, 'secret-key'));
  const service = launchService({ DATA_DIR: dataDir, PORT: String(await freePort()) });
  expect(await service.exit).toBe(1);
  expect(service.stderr()).toMatch(/^Cannot read the key in .*secret-key \(EISDIR.*\n$/);
});

it('nodes that start together on one folder sign with the same key, which only their user can read', async () => {
  const { settings } = await anOwnPostgres();
  const { SECRET_KEY: _unset, ...shared } = settings;
  const nodes = await Promise.all(Array.from({ length: 3 }, () => runService(shared)));
  const account = { email: anEmail(), password: 'correct horse battery' };
  const signup = await nodes[0]?.api.post('/api/v1/auth/signup', account, { 'x-forwarded-for': anAddress() });
  const headers = { authorization: `Bearer ${signup?.body.access_token}` };
  for (const { api } of nodes) expect((await api.get('/api/v1/me', headers)).status).toBe(200);
  const dataDir = String(shared.DATA_DIR);
  expect(await readdir(dataDir)).toEqual(['listening.json', 'secret-key']);
  const file = join(dataDir, 'secret-key');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
});
