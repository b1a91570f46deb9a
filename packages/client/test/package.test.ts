import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { startService } from '../../../apps/server/test/harness.ts';
import { besideTests } from './tools.ts';

const node = await startService();
const root = besideTests('../../..');
const bin = join(root, 'node_modules/.bin');

/** All Node.js versions on PATH, ideally including the oldest supported one. */
const nodes = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'node'))
  .filter((path) => existsSync(path));

const run = async (command: string, args: string[], cwd: string) =>
  (await promisify(execFile)(command, args, { cwd })).stdout;

const consumer = `
import { type Bug, createClient, followLive } from '@skep/client';

const skep = createClient({ baseUrl: process.argv[2] ?? '', retries: { attempts: 1 } });
const { data, error } = await skep.GET('/health');
console.log(data?.status ?? error?.detail);
const refused = await skep.GET('/api/v1/me');
console.log(refused.error?.kind === 'refused' && refused.error.status);
export const titleOf = (bug: Bug): string => bug.title;
export const follow: typeof followLive = followLive;
export const wrong = () =>
  // @ts-expect-error there is no such operation
  skep.GET('/nowhere');
`;

it('the package can be installed, type-checked and run in another project', async () => {
  const project = mkdtempSync(join(tmpdir(), 'skep-consumer-'));
  onTestFinished(() => rmSync(project, { recursive: true, force: true }));
  // Dependencies are packed too, so that no registry is needed.
  for (const folder of [
    'packages/client',
    'node_modules/openapi-fetch',
    'node_modules/openapi-typescript-helpers',
  ])
    await run(
      'npm',
      [
        'pack',
        join(root, folder),
        '--silent',
        ...(folder.startsWith('packages') ? [] : ['--ignore-scripts']),
      ],
      project,
    );
  const tarballs = globSync('*.tgz', { cwd: project });
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'consumer', type: 'module' }));
  await run(
    'npm',
    ['install', '--offline', '--no-audit', '--no-fund', ...tarballs.map((name) => `./${name}`)],
    project,
  );

  const files = globSync('**/*', { cwd: join(project, 'node_modules/@skep/client') });
  expect(files).toEqual(
    expect.arrayContaining(['README.md', 'dist/LICENSE', 'dist/index.js', 'dist/index.d.ts']),
  );
  expect(files.filter((name) => /test|^src/.test(name))).toEqual([]);

  writeFileSync(join(project, 'consumer.ts'), consumer);
  const options = [
    '--strict',
    '--target',
    'es2022',
    '--types',
    'node',
    '--typeRoots',
    join(root, 'node_modules/@types'),
  ];
  await run(join(bin, 'tsc'), ['consumer.ts', '--module', 'nodenext', ...options], project);
  for (const program of nodes)
    expect(await run(program, ['consumer.js', node.url], project)).toBe('ok\n401\n');
});
