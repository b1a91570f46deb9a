import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { takeTurn } from '../setup/turns.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Brings all builds up to date, one start at a time. A build that fails leaves the former one, and the others are still made. */
export async function buildIfNeeded(builds, { isStrict }) {
  const isNeeded = (build) => existsSync(join(root, build.folder, 'src')) && !isUpToDate(build);
  if (!builds.some(isNeeded)) return;
  await takeTurn(root, async () => {
    // The start that had the turn before may have built some of them already.
    for (const build of builds.filter(isNeeded)) await make(build, isStrict);
  });
}

/** Where a build lies, and the builds that come after and before it, while they take each other's place. */
const placesOf = ({ folder }) => {
  const built = join(root, folder, 'dist');
  return { built, next: `${built}.next`, former: `${built}.former` };
};

const markerIn = (place) => join(place, '.sources');

function isUpToDate(build) {
  const marker = markerIn(placesOf(build).built);
  return existsSync(marker) && readFileSync(marker, 'utf8') === hashOfSources(build);
}

function hashOfSources({ sources }) {
  const entries = globSync(['package-lock.json', ...sources], { cwd: root, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.includes('.test.'));
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  const hash = createHash('sha256');
  for (const path of paths)
    hash
      .update(`${path.slice(root.length)}\0`)
      .update(readFileSync(path))
      .update('\0');
  return hash.digest('hex');
}

async function make(build, isStrict) {
  const hash = hashOfSources(build);
  const { next } = placesOf(build);
  process.stderr.write(`Building ${build.title} ... `);
  try {
    // It is loaded only now, because most starts have nothing to build.
    const vite = await import('vite');
    await vite.build({
      configFile: join(root, build.folder, 'vite.config.ts'),
      logLevel: 'silent',
      build: { outDir: next, emptyOutDir: true },
    });
    writeFileSync(markerIn(next), hash);
    takePlace(build);
    process.stderr.write('done\n');
  } catch (error) {
    process.stderr.write('failed\n');
    console.error(stripVTControlCharacters(error.message));
    giveUp(build, isStrict);
  }
}

/** Lets the new build appear in one piece. An interruption between the steps leaves none, and the next start builds again. */
function takePlace(build) {
  const { built, next, former } = placesOf(build);
  rmSync(former, { recursive: true, force: true });
  if (existsSync(built)) renameSync(built, former);
  renameSync(next, built);
  rmSync(former, { recursive: true, force: true });
}

/** Stops the start, unless it may go on with what was built before. */
function giveUp(build, isStrict) {
  const failure = `${build.title.replace(/^t/, 'T')} could not be built: see above.`;
  if (build.mayStayOld && !isStrict && existsSync(placesOf(build).built)) {
    console.error(`${failure} The former build of it is served.`);
    return;
  }
  console.error(failure);
  process.exitCode = 1;
}
