import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The oldest Node that runs everything, as `engines` in package.json says too. */
const oldestMajor = 24;

/** Where the pinned Node is installed, for machines whose own is too old. */
export const pinnedNodeFolder = 'scripts/setup/pinned-node';

const majorOf = (version) => Number(/^v(\d+)\./.exec(version)?.[1]);
const isNewEnough = (version) => majorOf(version) >= oldestMajor;

/** Whether npm can install everything: on an older Node it leaves out what builds need, because that says it would not run there. */
export const canInstall = () => majorOf(process.version) >= 20;

/** The link that every script uses. npm looks there first, so that tools run on the same Node. */
const linkIn = (root) => join(root, 'node_modules', '.bin', 'node');

/** The Node that the link leads to, if it is usable: the machine's own may have been removed or replaced by an older one since. */
export function linkedNode(root) {
  const link = linkIn(root);
  return isNewEnough(String(spawnSync(link, ['--version']).stdout)) ? realpathSync(link) : undefined;
}

/**
 * The machine's own Node, if it is new enough. This script runs on it, unless it runs on one that was installed here: that may
 * be gone after the next installation.
 */
export function ownNode(root) {
  const isInstalledHere = process.execPath.startsWith(join(root, '/'));
  return isNewEnough(process.version) && !isInstalledHere ? process.execPath : undefined;
}

export const isPinned = (root, program) => program.startsWith(join(root, pinnedNodeFolder, '/'));

/** Where the pinned Node lies: in the one package that npm has installed, which is for this platform. Not every npm links it. */
export function pinnedNodePackage(root) {
  const packages = join(root, pinnedNodeFolder, 'node_modules');
  const names = existsSync(packages) ? readdirSync(packages) : [];
  const folders = names.map((name) => join(packages, name));
  return folders.find((folder) => existsSync(join(folder, 'bin', 'node')));
}

/** What is wrong with a program that does not run, such as a library that is missing; an empty text when it runs. */
export function complaintOf(program) {
  const { status, stderr, error } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return status === 0 ? '' : (stderr || String(error?.message)).trim();
}

/** Lets the link lead to this program, in one step: another start may be using it. */
export function linkNode(root, program) {
  const link = linkIn(root);
  const next = `${link}-${process.pid}`;
  mkdirSync(dirname(link), { recursive: true });
  rmSync(next, { force: true });
  symlinkSync(program, next);
  renameSync(next, link);
}
