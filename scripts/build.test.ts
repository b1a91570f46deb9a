import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';

/** A fake vite that records what it builds and fails for broken sources. */
const vite = `
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
export async function build({ configFile, build: { outDir } }) {
  const folder = dirname(configFile);
  appendFileSync('runs', basename(folder) + ' ');
  const source = readFileSync(folder + '/src/main.ts', 'utf8');
  if (source === 'broken') throw new Error('Unterminated string');
  await new Promise((resolve) => setTimeout(resolve, 300));
  mkdirSync(outDir, { recursive: true });
  writeFileSync(outDir + '/main.js', source);
}
`;

async function createClone() {
  const root = await mkdtemp(join(tmpdir(), 'skep-clone-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  cpSync('scripts', join(root, 'scripts'), {
    recursive: true,
    filter: (source) => basename(source) !== 'node_modules',
  });
  write('package-lock.json', '{}');
  write('apps/server/src/main.ts', 'first');
  write('apps/dashboard/src/main.ts', 'first');
  write('node_modules/vite/package.json', '{ "type": "module", "exports": "./index.js" }');
  write('node_modules/vite/index.js', vite);

  async function build(...options: string[]) {
    const child = spawn(process.execPath, ['scripts/build.mjs', ...options], { cwd: root });
    const [[code], output] = await Promise.all([once(child, 'close'), text(child.stderr)]);
    return { code, output };
  }
  const read = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '');
  return {
    root,
    write,
    build,
    runs: () => read('runs').trim().split(' '),
    built: (app: string) => read(`apps/${app}/dist/main.js`),
  };
}

it('builds once, then only what has changed sources, or everything after a change of the lock file', async () => {
  const clone = await createClone();
  expect(await clone.build()).toEqual({
    code: 0,
    output: 'Building the server ... done\nBuilding the dashboard ... done\n',
  });
  clone.write('apps/server/src/main.test.ts', 'no source');
  expect(await clone.build()).toEqual({ code: 0, output: '' });
  expect([clone.runs(), clone.built('dashboard')]).toEqual([['server', 'dashboard'], 'first']);
  clone.write('apps/dashboard/src/main.ts', 'second');
  await clone.build();
  expect([clone.runs().slice(2), clone.built('dashboard')]).toEqual([['dashboard'], 'second']);
  clone.write('package-lock.json', '{"changed":true}');
  await clone.build();
  expect(clone.runs().slice(3)).toEqual(['server', 'dashboard']);
  expect(await readdir(join(clone.root, 'apps/dashboard'))).toEqual(['dist', 'src']);
});

it('lets one of two starts build while the other waits', async () => {
  const clone = await createClone();
  const starts = await Promise.all([clone.build(), clone.build()]);
  expect([starts.map(({ code }) => code), clone.runs()]).toEqual([
    [0, 0],
    ['server', 'dashboard'],
  ]);
});

it('fails a first start that cannot build, and lets a later one use the previous dashboard', async () => {
  const clone = await createClone();
  clone.write('apps/dashboard/src/main.ts', 'broken');
  expect(await clone.build()).toEqual({
    code: 1,
    output:
      'Building the server ... done\nBuilding the dashboard ... failed\nUnterminated string\nCould not build the dashboard. See the error above.\n',
  });
  clone.write('apps/dashboard/src/main.ts', 'first');
  await clone.build();
  clone.write('apps/dashboard/src/main.ts', 'broken');
  const { code, output } = await clone.build();
  expect([code, clone.built('dashboard')]).toEqual([0, 'first']);
  expect(output).toContain('Using the previous build.');
  expect((await clone.build('--strict')).code).toBe(1);
});

it('fails every start that cannot build the server', async () => {
  const clone = await createClone();
  await clone.build();
  clone.write('apps/server/src/main.ts', 'broken');
  const { code, output } = await clone.build();
  expect([code, output]).toEqual([
    1,
    'Building the server ... failed\nUnterminated string\nCould not build the server. See the error above.\n',
  ]);
});

it('skips a release, which has no sources', async () => {
  const clone = await createClone();
  for (const app of ['server', 'dashboard']) {
    rmSync(join(clone.root, 'apps', app, 'src'), { recursive: true });
    clone.write(`apps/${app}/dist/main.js`, 'shipped');
  }
  expect(await clone.build()).toEqual({ code: 0, output: '' });
  expect([clone.runs(), clone.built('server')]).toEqual([[''], 'shipped']);
});
