// Runs on whatever Node the machine has, before anything is installed: installs the locked dependencies when they are
// missing or out of date, and a Node where the machine's is too old. Everything after it runs on `node_modules/.bin/node`.
// `--for-tests` installs what only development needs, too. Further folders to install are named on the command line: what
// only single tests need lies apart.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  canInstall,
  complaintOf,
  isPinned,
  linkedNode,
  linkNode,
  ownNode,
  pinnedNodeFolder,
  pinnedNodePackage,
} from './setup/node.mjs';
import { Interrupted, runNpm } from './setup/npm.mjs';
import { takeTurn } from './setup/turns.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Roughly the disk space that an installation takes. */
const megabytesNeeded = 600;

/** What the marker of the root folder says: all is there, or what running and building need, whatever became of the rest. */
const everything = 'everything';
const running = 'running';
const interrupted = 'running, and some of the rest';

/** A failure with a message that is all the person at the terminal needs to read. */
class SetupError extends Error {}

async function setUp(isForTests, folders) {
  const missing = () => folders.filter((folder) => !isInstalled(folder));
  if (isRootInstalled(isForTests) && isNodeReady() && missing().length === 0) return;
  if (!canInstall()) {
    throw new SetupError(`Skep is installed with Node.js 20 or newer; this is ${process.version}.`);
  }
  await takeTurn(root, async (noteProcess) => {
    // The start that had the turn before may have installed everything already.
    if (!isRootInstalled(isForTests)) await installRoot(isForTests, noteProcess);
    if (!isNodeReady()) linkNode(root, ownNode(root) ?? (await installPinnedNode(noteProcess)));
    for (const folder of missing()) await installFolder(folder, folder, noteProcess);
  });
}

function isRootInstalled(isForTests) {
  const enough = isForTests ? [everything] : [everything, running, interrupted];
  return enough.some((extent) => isInstalled('.', extent));
}

/**
 * What running needs may be in use, so the rest is added to it and nothing is taken away. An addition that was interrupted may
 * have left half a package that npm takes for a whole one: then everything is installed anew.
 */
async function installRoot(isForTests, noteProcess) {
  if (isForTests && isInstalled('.', running)) {
    writeMarker('.', interrupted);
    await runInstaller('.', 'what tests need', ['install', '--no-save', '--include=dev'], noteProcess);
    writeMarker('.', everything);
    return;
  }
  // Who has once tested here will do so again, with other dependencies too.
  const extent = isForTests || readMarker('.').endsWith(everything) ? everything : running;
  const option = extent === everything ? '--include=dev' : '--omit=dev';
  await installAnew('.', 'dependencies', option, extent, noteProcess);
}

function isNodeReady() {
  const program = linkedNode(root);
  return program !== undefined && (!isPinned(root, program) || isInstalled(pinnedNodeFolder));
}

async function installPinnedNode(noteProcess) {
  const isThere = isInstalled(pinnedNodeFolder) && pinnedNodePackage(root);
  if (!isThere) await installFolder(pinnedNodeFolder, 'Node.js', noteProcess);
  const folder = pinnedNodePackage(root);
  if (!folder) {
    throw new SetupError('npm has no Node.js for this machine: install version 24 or newer yourself.');
  }
  // A third of the package is for compilers.
  rmSync(join(folder, 'include'), { recursive: true, force: true });
  const program = join(folder, 'bin', 'node');
  const complaint = complaintOf(program);
  if (complaint) {
    throw new SetupError(
      `The Node.js from npm does not run on this machine: ${complaint}\n` +
        'Install what it misses (on Debian: apt-get install libatomic1), or Node.js 24 or newer.',
    );
  }
  return program;
}

const installFolder = (folder, title, noteProcess) =>
  installAnew(folder, title, '--include=dev', '', noteProcess);

async function installAnew(folder, title, option, extent, noteProcess) {
  // The marker is removed first, because npm may be interrupted before it has removed it with everything else.
  rmSync(markerOf(folder), { force: true });
  await runInstaller(folder, title, ['ci', option], noteProcess);
  writeMarker(folder, extent);
}

async function runInstaller(folder, title, command, noteProcess) {
  const megabytesFree = freeMegabytes();
  process.stderr.write(`Installing ${title}, once `);
  const progress = setInterval(() => process.stderr.write('.'), 1000);
  const args = [...command, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { succeeded, output } = await runNpm(args, join(root, folder), noteProcess).finally(() =>
    clearInterval(progress),
  );
  process.stderr.write(succeeded ? ' done\n' : ' failed\n');
  if (!succeeded) throw failure(title, output, megabytesFree);
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

const isInstalled = (folder, extent = '') => readMarker(folder) === hashOfLock(folder) + extent;

function readMarker(folder) {
  return existsSync(markerOf(folder)) ? readFileSync(markerOf(folder), 'utf8') : '';
}

function writeMarker(folder, extent) {
  writeFileSync(markerOf(folder), hashOfLock(folder) + extent);
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

// These are the last statements, so that everything above is defined when it is used.
const folders = process.argv.slice(2).filter((word) => word !== '--for-tests');
await setUp(process.argv.includes('--for-tests'), folders).catch(giveUp);
