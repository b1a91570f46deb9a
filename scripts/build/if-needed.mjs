import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { withSetupLock } from '../setup/lock.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Updates all builds, one process at a time. A failed build keeps the previous one and does not stop the others. */
export async function buildIfNeeded(builds, { isStrict }) {
  const isNeeded = (build) => existsSync(join(root, build.folder, 'src')) && !isUpToDate(build);
  if (!builds.some(isNeeded)) return;
  await withSetupLock(root, async () => {
    // Another process may have built some of them in the meantime.
    for (const build of builds.filter(isNeeded)) await run(build, isStrict);
  });
}

/** Paths of the current build and, while it is replaced, of the next and the previous one. */
const pathsOf = ({ folder }) => {
  const built = join(root, folder, 'dist');
  return { built, next: `${built}.next`, former: `${built}.former` };
};

const markerIn = (folder) => join(folder, '.sources');

function isUpToDate(build) {
  const marker = markerIn(pathsOf(build).built);
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

async function run(build, isStrict) {
  const hash = hashOfSources(build);
  const { next } = pathsOf(build);
  process.stderr.write(`Building ${build.title} ... `);
  try {
    // Imported on demand, because most starts have nothing to build.
    const vite = await import('vite');
    await vite.build({
      configFile: join(root, build.folder, 'vite.config.ts'),
      logLevel: 'silent',
      build: { outDir: next, emptyOutDir: true },
    });
    writeFileSync(markerIn(next), hash);
    activate(build);
    process.stderr.write('done\n');
  } catch (error) {
    process.stderr.write('failed\n');
    console.error(stripVTControlCharacters(error.message));
    fail(build, isStrict);
  }
}

/** Replaces the build by renaming. If interrupted in between, the next start builds again. */
function activate(build) {
  const { built, next, former } = pathsOf(build);
  rmSync(former, { recursive: true, force: true });
  if (existsSync(built)) renameSync(built, former);
  renameSync(next, built);
  rmSync(former, { recursive: true, force: true });
}

/** Fails, unless an older build can be used. */
function fail(build, isStrict) {
  const failure = `Could not build ${build.title}. See the error above.`;
  if (build.canUseOldBuild && !isStrict && existsSync(pathsOf(build).built)) {
    console.error(`${failure} Using the previous build.`);
    return;
  }
  console.error(failure);
  process.exitCode = 1;
}
