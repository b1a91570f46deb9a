// Builds the dashboard when there is no build of its sources as they are now. A release ships it built and without sources, and
// is left as it is. `--strict` also fails where a start rather goes on with the former build.
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { takeTurn } from './setup/turns.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, 'apps/dashboard');
const built = join(folder, 'dist');
/** The builds that come after and before that one, while they take each other's place. */
const next = join(folder, 'dist.next');
const former = join(folder, 'dist.former');

/** Everything that the build is made from. */
const sources = [
  'package-lock.json',
  'apps/dashboard/*.{html,json,ts}',
  'apps/dashboard/{build,public,src}/**/*',
  'packages/{client,vocabulary}/{package.json,src/**/*}',
];

async function buildIfNeeded() {
  if (!existsSync(join(folder, 'src')) || isUpToDate()) return;
  await takeTurn(root, async () => {
    // The start that had the turn before may have built it already.
    if (!isUpToDate()) await build();
  });
}

const markerIn = (place) => join(place, '.sources');

function isUpToDate() {
  return existsSync(markerIn(built)) && readFileSync(markerIn(built), 'utf8') === hashOfSources();
}

function hashOfSources() {
  const entries = globSync(sources, { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map(({ parentPath, name }) => join(parentPath, name)).sort();
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update('\0');
  return hash.digest('hex');
}

async function build() {
  const hash = hashOfSources();
  process.stderr.write('Building the dashboard ... ');
  try {
    // It is loaded only now, because most starts have nothing to build.
    const vite = await import('vite');
    await vite.build({
      configFile: join(folder, 'vite.config.ts'),
      logLevel: 'silent',
      build: { outDir: next, emptyOutDir: true },
    });
    writeFileSync(markerIn(next), hash);
    takePlace();
    process.stderr.write('done\n');
  } catch (error) {
    process.stderr.write('failed\n');
    giveUp(error);
  }
}

/** Lets the new build appear in one piece. An interruption between the steps leaves none, and the next start builds again. */
function takePlace() {
  rmSync(former, { recursive: true, force: true });
  if (existsSync(built)) renameSync(built, former);
  renameSync(next, built);
  rmSync(former, { recursive: true, force: true });
}

/** A service that takes reports matters more than its newest face: with a former build, the start goes on. */
function giveUp(error) {
  console.error(stripVTControlCharacters(error.message));
  if (existsSync(join(built, 'index.html')) && !process.argv.includes('--strict')) {
    console.error('The dashboard could not be built: see above. The former build of it is served.');
    return;
  }
  console.error('The dashboard could not be built: see above.');
  process.exitCode = 1;
}

await buildIfNeeded();
