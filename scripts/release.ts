// Creates a release: `npm run release -- 0.2.0`, or `patch`, `minor`, `major`. Sets the version of every package and in the
// changelog, commits and tags. Nothing is pushed.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';

const usage = 'Usage: npm run release -- <version|patch|minor|major>';
const unreleased = '## [Unreleased]\n';

/** An expected error. Only the message is printed. */
class ReleaseError extends Error {}

try {
  release(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  console.error(error.message);
  process.exit(1);
}

function release([wanted, ...others]: string[]): void {
  if (!wanted || others.length > 0) throw new ReleaseError(usage);
  if (git('status', '--porcelain') !== '') throw new ReleaseError('There are uncommitted changes.');
  const last = lastRelease();
  const version = versionFor(wanted, last);
  const changelog = withHeading(readFileSync('CHANGELOG.md', 'utf8'), version);
  // All checks come before the first write.
  for (const file of ['package.json', ...globSync('{apps,packages}/*/package.json')]) {
    rewriteJson<Manifest>(file, (manifest) => setVersion(manifest, version));
  }
  rewriteJson<Lock>('package-lock.json', (lock) => setVersionInLock(lock, version));
  writeFileSync('CHANGELOG.md', changelog);
  git('commit', '--quiet', '--all', '--message', `Release ${version}`);
  git('tag', '--annotate', `v${version}`, '--message', `Skep ${version}`);
  console.log(`Committed and tagged v${version}. Publish with: git push --follow-tags`);
}

function git(...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync('git', args, { encoding: 'utf8' });
  if (status !== 0)
    throw new ReleaseError(`git ${args[0]} failed: ${(stderr || error?.message || '').trim()}`);
  return stdout.trim();
}

type Version = [number, number, number];

function parse(text: string): Version | undefined {
  const [, ...parts] = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/.exec(text) ?? [];
  return parts.length === 3 ? (parts.map(Number) as Version) : undefined;
}

function lastRelease(): Version | undefined {
  const versions = git('tag', '--list', 'v*')
    .split('\n')
    .map((tag) => parse(tag.slice(1)))
    .filter((version) => version !== undefined);
  return versions.sort(compare).at(-1);
}

function compare(a: Version, b: Version): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

function versionFor(wanted: string, last: Version | undefined): string {
  const version = parse(wanted) ?? next(wanted, last ?? [0, 0, 0]);
  if (!version) throw new ReleaseError(usage);
  if (last && compare(version, last) <= 0) {
    throw new ReleaseError(`${version.join('.')} must be higher than the last release, ${last.join('.')}.`);
  }
  return version.join('.');
}

function next(part: string, [major, minor, patch]: Version): Version | undefined {
  if (part === 'major') return [major + 1, 0, 0];
  if (part === 'minor') return [major, minor + 1, 0];
  return part === 'patch' ? [major, minor, patch + 1] : undefined;
}

function withHeading(changelog: string, version: string): string {
  const [before, after, ...more] = changelog.split(unreleased);
  if (after === undefined || more.length > 0)
    throw new ReleaseError('CHANGELOG.md must have exactly one section [Unreleased].');
  const [changes = ''] = after.split(/^## /m);
  if (changes.trim() === '')
    throw new ReleaseError('The section [Unreleased] of CHANGELOG.md is empty. Describe the changes first.');
  const today = new Date().toISOString().slice(0, 10);
  return `${before}${unreleased}\n## [${version}] - ${today}\n${after}`;
}

interface Manifest {
  name?: string;
  version?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** Packages of this workspace all have the same version and depend on it exactly. */
function setVersion(manifest: Manifest, version: string): void {
  manifest.version = version;
  for (const dependencies of [manifest.dependencies, manifest.devDependencies]) {
    for (const name of Object.keys(dependencies ?? {})) {
      if (dependencies && name.startsWith('@skep/')) dependencies[name] = version;
    }
  }
}

interface Lock {
  version: string;
  packages: Record<string, Manifest>;
}

function setVersionInLock(lock: Lock, version: string): void {
  lock.version = version;
  for (const [folder, manifest] of Object.entries(lock.packages)) {
    if (/^$|^(apps|packages)\/[^/]+$/.test(folder)) setVersion(manifest, version);
  }
}

function rewriteJson<T>(file: string, change: (content: T) => void): void {
  const content = JSON.parse(readFileSync(file, 'utf8')) as T;
  change(content);
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
}
