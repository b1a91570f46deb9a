// Creates a release for this platform: the built server, dashboard, widget and `skep` command with their dependencies. It runs
// with `npm start` on Node 24 or newer and needs no build. `npm run pack` creates a folder and an archive in `release`,
// `npm run pack -- FOLDER` only that folder.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { build } from 'vite';
import { external } from '../apps/server/vite.config.ts';
import { linkLibraries } from '../packages/embedded-postgres/src/binaries.ts';
import { copyPackages } from './pack/packages.ts';

const root = dirname(import.meta.dirname);
const { version, license, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const platform = `${process.platform}-${process.arch}`;

const shipped = [
  'LICENSE',
  'NOTICES.md',
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'docs',
  'deploy',
  'apps/server/dist',
  'apps/server/migrations',
  'apps/dashboard/dist',
  'packages/widget/dist',
];

const postgres = `@embedded-postgres/${platform}`;
/** Runtime dependencies of the server and its migrations, and the embedded PostgreSQL. */
const packages = [...external, 'kysely', postgres];

const [given, ...others] = process.argv.slice(2);
if (others.length > 0 || given?.startsWith('-')) fail('Usage: npm run pack [-- FOLDER]');
const folder = resolve(given ?? join(root, 'release', `skep-${version}-${platform}`));
if (given && existsSync(folder)) fail(`${folder} already exists.`);
await pack();
console.log(`Packed Skep ${version} into ${folder}${given ? '' : ' and a .tar.gz next to it'}`);

/** Renames the folder at the end, so that an interruption leaves no incomplete release. */
async function pack(): Promise<void> {
  const next = `${folder}.next`;
  rmSync(next, { recursive: true, force: true });
  mkdirSync(next, { recursive: true });
  for (const path of shipped)
    cpSync(join(root, path), join(next, path), { recursive: true, filter: isShipped });
  await buildCommand(join(next, 'apps/server/dist'));
  copyPackages(packages, root, next);
  // Created now, because the release may be read-only for the service user.
  await linkLibraries(join(next, 'node_modules', postgres, 'native'));
  writeManifest(next);
  rmSync(folder, { recursive: true, force: true });
  renameSync(next, folder);
  if (!given) archive();
}

/** Excludes the compile cache, which belongs to this Node version, and tests. */
function isShipped(path: string): boolean {
  return basename(path) !== 'compiled' && !path.endsWith('.test.ts');
}

/** The command is in the same folder as the server, so that it finds migrations, but shares no chunks with it. */
async function buildCommand(outDir: string): Promise<void> {
  await build({
    configFile: join(root, 'apps/server/vite.config.ts'),
    logLevel: 'silent',
    build: {
      ssr: join(root, 'packages/cli/src/main.ts'),
      outDir,
      emptyOutDir: false,
      sourcemap: false,
      rolldownOptions: { output: { entryFileNames: 'skep.js', chunkFileNames: 'skep-[name].js' } },
    },
  });
}

function writeManifest(to: string): void {
  const manifest = {
    name: 'skep',
    version,
    private: true,
    license,
    type: 'module',
    engines,
    bin: { skep: 'bin/skep.js' },
    scripts: { start: 'exec node apps/server/dist/main.js', skep: 'exec node bin/skep.js' },
  };
  writeFileSync(join(to, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  mkdirSync(join(to, 'bin'));
  const command = "#!/usr/bin/env node\nimport '../apps/server/dist/skep.js';\n";
  writeFileSync(join(to, 'bin/skep.js'), command, { mode: 0o755 });
}

function archive(): void {
  const args = [
    '-czf',
    `${folder}.tar.gz`,
    '--owner=0',
    '--group=0',
    '-C',
    dirname(folder),
    basename(folder),
  ];
  const { status } = spawnSync('tar', args, { stdio: 'inherit' });
  if (status !== 0) fail('Could not create the archive. See the error above.');
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
