// Runs on whatever Node the machine has, before anything is installed: installs the locked dependencies when they are
// missing or out of date, the pinned Node among them. Everything after it runs on that Node. Further folders to install
// are named on the command line: what only tests need lies apart, so that the first start does not wait for it.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Interrupted, runNpm } from './setup/npm.mjs';
import { takeTurn } from './setup/turns.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const pinnedNode = join(root, 'node_modules', '.bin', 'node');

/** Roughly the disk space that an installation takes. */
const megabytesNeeded = 600;

/** A failure with a message that is all the person at the terminal needs to read. */
class SetupError extends Error {}

async function setUp(folders) {
  if (isComplete() && folders.every(isInstalled)) return;
  await takeTurn(root, async (noteProcess) => {
    // The start that had the turn before may have installed everything already.
    if (!isComplete()) await installEverything(noteProcess);
    for (const folder of folders) {
      if (!isInstalled(folder)) await install(folder, folder, '--ignore-scripts', noteProcess);
    }
  });
}

const isComplete = () => isInstalled('.') && existsSync(pinnedNode);

async function installEverything(noteProcess) {
  // A production environment would leave out the pinned Node, which is a development dependency.
  await install('.', 'dependencies', '--include=dev', noteProcess, ensurePinnedNode);
}

async function install(folder, title, option, noteProcess, finish = async () => {}) {
  // The marker is removed first, because npm may be interrupted before it has removed it with everything else.
  rmSync(markerOf(folder), { force: true });
  const megabytesFree = freeMegabytes();
  process.stderr.write(`Installing ${title}, once `);
  const progress = setInterval(() => process.stderr.write('.'), 1000);
  const args = ['ci', option, '--no-audit', '--no-fund', '--loglevel=error'];
  const { succeeded, output } = await runNpm(args, join(root, folder), noteProcess).finally(() =>
    clearInterval(progress),
  );
  process.stderr.write(succeeded ? ' done\n' : ' failed\n');
  if (!succeeded) throw failure(title, output, megabytesFree);
  await finish(noteProcess);
  writeFileSync(markerOf(folder), hashOfLock(folder));
}

/** Tells of a full disk, because npm and the scripts that it runs do not always say so. */
function failure(title, output, megabytesFree) {
  const hint =
    megabytesFree < megabytesNeeded
      ? ` Only ${megabytesFree} MB were free on this disk; it takes some ${megabytesNeeded}.`
      : '';
  return new SetupError(`${reasonIn(output)}\nnpm could not install ${title}: see above.${hint}`);
}

function freeMegabytes() {
  const { bavail, bsize } = statfsSync(root);
  return Math.floor((bavail * bsize) / 1024 ** 2);
}

/** Fetches Node's binary where install scripts are switched off, because then its package has not done so. */
async function ensurePinnedNode(noteProcess) {
  const works = () => spawnSync(pinnedNode, ['--version']).status === 0;
  if (works()) return;
  const args = ['rebuild', 'node', '--ignore-scripts=false', '--foreground-scripts', '--loglevel=error'];
  const { output } = await runNpm(args, root, noteProcess);
  if (works()) return;
  throw new SetupError(
    `${reasonIn(output)}\nThe pinned Node.js could not be installed. Run "npm rebuild node --ignore-scripts=false".`,
  );
}

function isInstalled(folder) {
  return existsSync(markerOf(folder)) && readFileSync(markerOf(folder), 'utf8') === hashOfLock(folder);
}

function markerOf(folder) {
  return join(root, folder, 'node_modules', '.installed');
}

function hashOfLock(folder) {
  const lock = readFileSync(join(root, folder, 'package-lock.json'));
  return createHash('sha256').update(lock).digest('hex');
}

/** The first lines of what npm said, without its stacks. */
function reasonIn(output) {
  const lines = output.trim().split('\n');
  return lines
    .filter((line) => !/^npm error\s+at /.test(line))
    .slice(0, 15)
    .join('\n');
}

/** After an interruption, ends by the same signal, so that the shell that waits does not go on either. */
function giveUp(error) {
  if (error instanceof Interrupted) {
    process.stderr.write(' interrupted\n');
    process.kill(process.pid, error.signal);
  } else if (error instanceof SetupError) console.error(error.message);
  else if (error.syscall) console.error(`Skep could not be set up in ${root}: ${error.message}.`);
  else console.error(error);
  process.exitCode = 1;
}

// This is the last statement, so that everything above is defined when it is used.
await setUp(process.argv.slice(2)).catch(giveUp);
