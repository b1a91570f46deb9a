import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian's headless build comes first, because browser tests need about half the CPU time with it. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const macApp = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** Finds Chromium, installs it on Debian as root, or exits with a message. */
export function findChromium(): string {
  const found = findInstalled() ?? (canInstall() ? install() : undefined);
  if (found) return found;
  console.error(
    'Chromium is not installed. Install it, on Debian with: apt-get install chromium-headless-shell',
  );
  process.exit(1);
}

function findInstalled(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const paths = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [...paths, macApp].find((path) => existsSync(path));
}

const canInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

function install(): string | undefined {
  console.log('Installing Chromium with apt-get');
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
  spawnSync('apt-get', ['install', '-y', '-qq', 'chromium-headless-shell'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return findInstalled();
}
