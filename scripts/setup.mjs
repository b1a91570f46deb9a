// Runs on whatever Node the machine has, before anything is installed: installs the locked dependencies when they are
// missing or out of date, the pinned Node among them. Everything after it runs on that Node. Further folders to install
// are named on the command line: what only tests need lies apart, so that the first start does not wait for it.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const pinnedNode = join(root, 'node_modules', '.bin', 'node');

if (!isInstalled('.') || !existsSync(pinnedNode)) {
  // A production environment would leave out the pinned Node, which is a development dependency.
  await install('.', 'dependencies', '--include=dev');
  ensurePinnedNode();
  markInstalled('.');
}
for (const folder of process.argv.slice(2)) {
  if (isInstalled(folder)) continue;
  await install(folder, folder, '--ignore-scripts');
  markInstalled(folder);
}

function isInstalled(folder) {
  return existsSync(markerOf(folder)) && readFileSync(markerOf(folder), 'utf8') === hashOfLock(folder);
}

function markInstalled(folder) {
  writeFileSync(markerOf(folder), hashOfLock(folder));
}

function markerOf(folder) {
  return join(root, folder, 'node_modules', '.installed');
}

function hashOfLock(folder) {
  const lock = readFileSync(join(root, folder, 'package-lock.json'));
  return createHash('sha256').update(lock).digest('hex');
}

async function install(folder, title, option) {
  process.stderr.write(`Installing ${title}, once `);
  const progress = setInterval(() => process.stderr.write('.'), 1000);
  const args = ['ci', option, '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await run('npm', args, join(root, folder));
  clearInterval(progress);
  process.stderr.write(code === 0 ? ' done\n' : ' failed\n');
  if (code !== 0) fail(`${firstLines(output)}\nnpm could not install ${title}: see above.`);
}

function run(command, args, cwd) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code, output }));
  });
}

/** Where install scripts are switched off, the package that carries Node has not fetched its binary yet. */
function ensurePinnedNode() {
  const works = () => spawnSync(pinnedNode, ['--version']).status === 0;
  if (works()) return;
  spawnSync('npm', ['rebuild', 'node', '--ignore-scripts=false', '--foreground-scripts'], { cwd: root });
  if (!works())
    fail('The pinned Node.js could not be installed. Run "npm rebuild node --ignore-scripts=false".');
}

const firstLines = (text) => text.trim().split('\n').slice(0, 15).join('\n');

function fail(message) {
  console.error(message);
  process.exit(1);
}
