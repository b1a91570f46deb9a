import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian's build without a window of its own comes first: the browser tests need about half the CPU time in it. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const macApp = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** The machine's Chromium. Where there is none, Debian's is installed, or the person is told to. */
export function findChromium(): string {
  const found = lookUp() ?? (canInstall() ? install() : undefined);
  if (found) return found;
  console.error(
    'The browser tests need Chromium: install it (on Debian: apt-get install chromium-headless-shell) and run npm test again.',
  );
  process.exit(1);
}

function lookUp(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const paths = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [...paths, macApp].find((path) => existsSync(path));
}

const canInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

function install(): string | undefined {
  console.log('Installing Chromium from Debian, once');
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
  spawnSync('apt-get', ['install', '-y', '-qq', 'chromium-headless-shell'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return lookUp();
}
