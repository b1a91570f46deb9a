// Makes what is shipped of Skep: the built service, dashboard, widget and `skep` command with the packages that they need, for
// this platform. It runs with `node apps/server/dist/main.js`, or `npm start`, on Node 24 or newer, and has nothing to build.
// `npm run pack` makes a folder and an archive of it below `release`, `npm run pack -- FOLDER` only that folder.
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
/** What the service and its migrations import from packages, and the PostgreSQL that it brings. */
const packages = [...external, 'kysely', postgres];

const [given, ...others] = process.argv.slice(2);
if (others.length > 0 || given?.startsWith('-'))
  refuse('Say at most one folder to make: npm run pack -- /opt/skep');
const folder = resolve(given ?? join(root, 'release', `skep-${version}-${platform}`));
if (given && existsSync(folder)) refuse(`${folder} is there already: name a folder that is to be made.`);
await pack();
console.log(`Skep ${version} is in ${folder}${given ? '' : ' and in the archive beside it'}`);

/** Lets the folder appear in one piece, so that an interruption leaves none that only looks like a release. */
async function pack(): Promise<void> {
  const next = `${folder}.next`;
  rmSync(next, { recursive: true, force: true });
  mkdirSync(next, { recursive: true });
  for (const path of shipped)
    cpSync(join(root, path), join(next, path), { recursive: true, filter: isShipped });
  await buildCommand(join(next, 'apps/server/dist'));
  copyPackages(packages, root, next);
  // Whoever runs the release may not be allowed to write into it.
  await linkLibraries(join(next, 'node_modules', postgres, 'native'));
  writeManifest(next);
  rmSync(folder, { recursive: true, force: true });
  renameSync(next, folder);
  if (!given) archive();
}

/** Code that was compiled here belongs to the Node that did it. */
function isShipped(path: string): boolean {
  return basename(path) !== 'compiled' && !path.endsWith('.test.ts');
}

/** The command shares folders with the service, where it looks for migrations, but no files: those of a service load at once. */
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
  if (status !== 0) refuse('The archive could not be made: see above.');
}

function refuse(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
