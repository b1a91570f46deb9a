import { spawnSync } from 'node:child_process';
import { globSync, lstatSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createClient } from '../apps/server/test/client.ts';
import { freePort } from '../apps/server/test/free-port.ts';
import { aPreparedDataDir, launch } from '../apps/server/test/service-process.ts';

const run = (...args: string[]) => spawnSync(process.execPath, args, { encoding: 'utf8' });

it('creates a small release that runs without a build', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'skep-pack-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  const folder = join(parent, 'skep');
  expect(run('scripts/pack.ts', folder)).toMatchObject({ status: 0, stderr: '' });
  const again = run('scripts/pack.ts', folder);
  expect([again.status, again.stderr]).toEqual([1, `${folder} already exists.\n`]);

  const files = globSync('**/*', { cwd: folder });
  const bytes = files.reduce((sum, file) => sum + lstatSync(join(folder, file)).size, 0);
  expect(bytes).toBeLessThan(200e6);
  expect(files.filter((file) => /^(apps|packages)\/\w+\/src/.test(file))).toEqual([]);

  const port = String(await freePort());
  const settings = {
    PORT: port,
    DATA_DIR: await aPreparedDataDir(),
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
  };
  launch(join(folder, 'apps/server/dist/main.js'), [], settings);
  const { get } = createClient(`http://127.0.0.1:${port}`);
  await expect
    .poll(() =>
      get('/health').then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200);
  for (const path of ['/', '/widget.js', '/docs']) {
    expect((await get(path, { accept: 'text/html' })).status, path).toBe(200);
  }
  const command = launch(join(folder, 'bin/skep.js'), ['admin', 'teams', '--json'], settings);
  expect([await command.exit, JSON.parse(command.stdout())]).toMatchObject([0, { items: [] }]);
});
