import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const somebody = { name: 'Ada', email: 'ada@example.com' };
const today = new Date().toISOString().slice(0, 10);

/** A repository with two packages, one of which depends on the other. */
async function aRepository(changelog: string) {
  const root = await mkdtemp(join(tmpdir(), 'skep-release-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const run = (command: string, ...args: string[]) =>
    spawnSync(command, args, {
      cwd: root,
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        HOME: root,
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_AUTHOR_NAME: somebody.name,
        GIT_AUTHOR_EMAIL: somebody.email,
        GIT_COMMITTER_NAME: somebody.name,
        GIT_COMMITTER_EMAIL: somebody.email,
      },
    });
  const git = (...args: string[]) => run('git', ...args).stdout.trim();
  const write = (path: string, content: unknown) =>
    writeFileSync(
      join(root, path),
      typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`,
    );
  const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));
  const server = { name: '@skep/server', version: '0.1.0', dependencies: { pg: '8.0.0' } };
  const cli = { name: '@skep/cli', version: '0.1.0', dependencies: { '@skep/server': '0.1.0' } };
  for (const folder of ['apps/server', 'packages/cli']) mkdirSync(join(root, folder), { recursive: true });
  write('package.json', { name: 'skep', version: '0.1.0' });
  write('apps/server/package.json', server);
  write('packages/cli/package.json', cli);
  write('package-lock.json', {
    version: '0.1.0',
    packages: {
      '': { name: 'skep', version: '0.1.0' },
      'apps/server': server,
      'packages/cli': cli,
      'node_modules/pg': { version: '8.0.0' },
    },
  });
  write('CHANGELOG.md', changelog);
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Begin');
  const release = (...args: string[]) => run(process.execPath, resolve('scripts/release.ts'), ...args);
  return { root, git, write, read, release };
}

it('sets the version of every package and the changelog in one tagged commit', async () => {
  const { root, git, write, read, release } = await aRepository(
    '# Changelog\n\n## [Unreleased]\n\n- It begins.\n',
  );
  expect(release('0.1.0')).toMatchObject({ status: 0, stderr: '' });
  write(
    'CHANGELOG.md',
    readFileSync(join(root, 'CHANGELOG.md'), 'utf8').replace('[Unreleased]\n', '[Unreleased]\n\n- More.\n'),
  );
  git('commit', '--quiet', '--all', '--message', 'Go on');
  expect(release('minor')).toMatchObject({
    status: 0,
    stderr: '',
    stdout: expect.stringContaining('v0.2.0'),
  });

  expect(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')).toBe(
    `# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - ${today}\n\n- More.\n\n## [0.1.0] - ${today}\n\n- It begins.\n`,
  );
  expect(read('packages/cli/package.json')).toMatchObject({
    version: '0.2.0',
    dependencies: { '@skep/server': '0.2.0' },
  });
  expect(read('package-lock.json').packages).toMatchObject({
    'apps/server': { version: '0.2.0', dependencies: { pg: '8.0.0' } },
    'node_modules/pg': { version: '8.0.0' },
  });
  expect(git('tag', '--list')).toBe('v0.1.0\nv0.2.0');
  expect(git('log', '-1', '--format=%s %D')).toMatch(/^Release 0\.2\.0 .*tag: v0\.2\.0/);
  expect(git('status', '--porcelain')).toBe('');

  for (const [wanted, reason] of [
    ['', 'Usage: npm run release'],
    ['next', 'Usage: npm run release'],
    ['0.3', 'Usage: npm run release'],
    ['0.2.0', '0.2.0 must be higher than the last release, 0.2.0'],
    ['0.1.9', '0.1.9 must be higher than the last release, 0.2.0'],
    ['patch', '[Unreleased] of CHANGELOG.md is empty'],
  ] as const) {
    expect(release(wanted)).toMatchObject({ status: 1, stderr: expect.stringContaining(reason) });
  }
  write('package.json', { name: 'skep', version: 'half-done' });
  expect(release('patch')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('uncommitted changes'),
  });
  expect(git('log', '-1', '--format=%s')).toBe('Release 0.2.0');
});
