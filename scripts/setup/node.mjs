import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Same as `engines` in package.json. */
const oldestMajor = 24;

/** Folder of the pinned Node, used if the machine's version is too old. */
export const pinnedNodeFolder = 'scripts/setup/pinned-node';

const majorOf = (version) => Number(/^v(\d+)\./.exec(version)?.[1]);
const isNewEnough = (version) => majorOf(version) >= oldestMajor;

/** On an older Node, npm skips build tools that declare a newer engine. */
export const canInstall = () => majorOf(process.version) >= 20;

/** All scripts use this link. npm puts it first in PATH, so that tools run on the same Node. */
const linkIn = (root) => join(root, 'node_modules', '.bin', 'node');

/** Target of the link if it still works: the machine's Node may have been removed or downgraded. */
export function linkedNode(root) {
  const link = linkIn(root);
  return isNewEnough(String(spawnSync(link, ['--version']).stdout)) ? realpathSync(link) : undefined;
}

/** The machine's Node if it is new enough, but not one inside this folder, which the next install may remove. */
export function ownNode(root) {
  const isInstalledHere = process.execPath.startsWith(join(root, '/'));
  return isNewEnough(process.version) && !isInstalledHere ? process.execPath : undefined;
}

export const isPinned = (root, program) => program.startsWith(join(root, pinnedNodeFolder, '/'));

/** The package with the pinned Node for this platform. Not every npm version links it. */
export function pinnedNodePackage(root) {
  const packages = join(root, pinnedNodeFolder, 'node_modules');
  const names = existsSync(packages) ? readdirSync(packages) : [];
  const folders = names.map((name) => join(packages, name));
  return folders.find((folder) => existsSync(join(folder, 'bin', 'node')));
}

/** The error of a program that does not run, such as a missing library; empty if it runs. */
export function errorOf(program) {
  const { status, stderr, error } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return status === 0 ? '' : (stderr || String(error?.message)).trim();
}

/** Replaces the link atomically, because another process may be using it. */
export function linkNode(root, program) {
  const link = linkIn(root);
  const next = `${link}-${process.pid}`;
  mkdirSync(dirname(link), { recursive: true });
  rmSync(next, { force: true });
  symlinkSync(program, next);
  renameSync(next, link);
}
