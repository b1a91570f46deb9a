// Installs the locked dependencies if they are missing or out of date, and Node if the machine's version is too old. It runs on
// any Node, without dependencies; everything after it runs on `node_modules/.bin/node`. `--for-tests` includes development
// dependencies. Arguments are additional folders to install, which only some tests need.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withSetupLock } from './setup/lock.mjs';
import {
  canInstall,
  errorOf,
  isPinned,
  linkedNode,
  linkNode,
  ownNode,
  pinnedNodeFolder,
  pinnedNodePackage,
} from './setup/node.mjs';
import { Interrupted, runNpm } from './setup/npm.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Approximate disk space of an installation. */
const megabytesNeeded = 600;

/** Marker of the root folder: all dependencies; runtime dependencies; or the same after an interrupted install of the rest. */
const everything = 'everything';
const running = 'running';
const interrupted = 'running, and some of the rest';

/** An expected error. Only the message is printed. */
class SetupError extends Error {}

async function setUp(isForTests, folders) {
  const missing = () => folders.filter((folder) => !isInstalled(folder));
  if (isRootInstalled(isForTests) && isNodeReady() && missing().length === 0) return;
  if (!canInstall()) {
    throw new SetupError(`Installing Skep requires Node.js 20 or newer. This is ${process.version}.`);
  }
  await withSetupLock(root, async (onProcess) => {
    // Another process may have installed everything in the meantime.
    if (!isRootInstalled(isForTests)) await installRoot(isForTests, onProcess);
    if (!isNodeReady()) linkNode(root, ownNode(root) ?? (await installPinnedNode(onProcess)));
    for (const folder of missing()) await installFolder(folder, folder, onProcess);
  });
}

function isRootInstalled(isForTests) {
  const enough = isForTests ? [everything] : [everything, running, interrupted];
  return enough.some((extent) => isInstalled('.', extent));
}

/**
 * Runtime dependencies may be in use, so development dependencies are added without removing anything. If that was interrupted,
 * npm may consider an incomplete package installed, so everything is reinstalled.
 */
async function installRoot(isForTests, onProcess) {
  if (isForTests && isInstalled('.', running)) {
    writeMarker('.', interrupted);
    await runInstaller('.', 'test dependencies', ['install', '--no-save', '--include=dev'], onProcess);
    writeMarker('.', everything);
    return;
  }
  // If tests were installed before, they are installed again with new dependencies.
  const extent = isForTests || readMarker('.').endsWith(everything) ? everything : running;
  const option = extent === everything ? '--include=dev' : '--omit=dev';
  await installFromLock('.', 'dependencies', option, extent, onProcess);
}

function isNodeReady() {
  const program = linkedNode(root);
  return program !== undefined && (!isPinned(root, program) || isInstalled(pinnedNodeFolder));
}

async function installPinnedNode(onProcess) {
  const isThere = isInstalled(pinnedNodeFolder) && pinnedNodePackage(root);
  if (!isThere) await installFolder(pinnedNodeFolder, 'Node.js', onProcess);
  const folder = pinnedNodePackage(root);
  if (!folder) {
    throw new SetupError('npm has no Node.js for this platform. Install Node.js 24 or newer.');
  }
  // Header files are a third of the package.
  rmSync(join(folder, 'include'), { recursive: true, force: true });
  const program = join(folder, 'bin', 'node');
  const complaint = errorOf(program);
  if (complaint) {
    throw new SetupError(
      `The Node.js from npm does not run on this machine: ${complaint}\n` +
        'Install the missing library (on Debian: apt-get install libatomic1) or Node.js 24 or newer.',
    );
  }
  return program;
}

const installFolder = (folder, title, onProcess) =>
  installFromLock(folder, title, '--include=dev', '', onProcess);

async function installFromLock(folder, title, option, extent, onProcess) {
  // The marker is removed first, because npm may be interrupted.
  rmSync(markerOf(folder), { force: true });
  await runInstaller(folder, title, ['ci', option], onProcess);
  writeMarker(folder, extent);
}

async function runInstaller(folder, title, command, onProcess) {
  const megabytesFree = freeMegabytes();
  process.stderr.write(`Installing ${title} `);
  const progress = setInterval(() => process.stderr.write('.'), 1000);
  const args = [...command, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { succeeded, output } = await runNpm(args, join(root, folder), onProcess).finally(() =>
    clearInterval(progress),
  );
  process.stderr.write(succeeded ? ' done\n' : ' failed\n');
  if (!succeeded) throw failure(title, output, megabytesFree);
}

/** Adds a hint about disk space, because npm does not always report a full disk. */
function failure(title, output, megabytesFree) {
  const hint =
    megabytesFree < megabytesNeeded
      ? ` Only ${megabytesFree} MB of disk space were free; about ${megabytesNeeded} MB are required.`
      : '';
  return new SetupError(`${reasonIn(output)}\nnpm could not install ${title}. See the error above.${hint}`);
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

/** The first lines of npm's output without stack traces. */
function reasonIn(output) {
  const lines = output.trim().split('\n');
  return lines
    .filter((line) => !/^npm error\s+at /.test(line))
    .slice(0, 15)
    .join('\n');
}

/** After an interruption, exits by the same signal, so that the calling shell stops too. */
function fail(error) {
  if (error instanceof Interrupted) {
    process.stderr.write(' interrupted\n');
    process.kill(process.pid, error.signal);
  } else if (error instanceof SetupError) console.error(error.message);
  else if (error.syscall) console.error(`Could not set up Skep in ${root}: ${error.message}.`);
  else console.error(error);
  process.exitCode = 1;
}

const folders = process.argv.slice(2).filter((argument) => argument !== '--for-tests');
await setUp(process.argv.includes('--for-tests'), folders).catch(fail);
