// Runs on whatever Node the machine has, before anything is installed: installs the locked dependencies when they are
// missing or out of date, the pinned Node among them. Everything after it runs on that Node.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const marker = join(root, 'node_modules', '.installed');
const pinnedNode = join(root, 'node_modules', '.bin', 'node');

const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');
const installed = existsSync(marker) && readFileSync(marker, 'utf8') === lock && existsSync(pinnedNode);

if (!installed) {
  await install();
  ensurePinnedNode();
  writeFileSync(marker, lock);
}

async function install() {
  process.stderr.write('Installing dependencies, once ');
  const progress = setInterval(() => process.stderr.write('.'), 1000);
  // A production environment would leave out the pinned Node, which is a development dependency.
  const { code, output } = await run('npm', [
    'ci',
    '--include=dev',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
  clearInterval(progress);
  process.stderr.write(code === 0 ? ' done\n' : ' failed\n');
  if (code !== 0) fail(`${firstLines(output)}\nnpm could not install the dependencies: see above.`);
}

function run(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
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
