// All checks, fastest first. Exits with 1 at the first failure.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Count {
  passed: number;
  failed: number;
}

const scratch = mkdtempSync(join(tmpdir(), 'skep-test-run-'));
const total: Count = { passed: 0, failed: 0 };
const foundHere = readdirSync('.');

process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

step('Format and lint', ['biome', 'check', '--error-on-warnings']);
step('Types', ['tsc', '--noEmit']);
step('Types of the dashboard', ['tsc', '--noEmit', '-p', 'apps/dashboard']);
step('Types of the widget', ['tsc', '--noEmit', '-p', 'packages/widget']);
step('Types of browser tests and benchmarks', ['tsc', '--noEmit', '-p', 'e2e']);
step('Build the server, the dashboard and the widget', ['node', 'scripts/build.mjs', '--strict']);
runVitest();
runBrowser();
checkForLeftovers();

console.log(`\n${total.passed} passed, ${total.failed} failed`);

function step(title: string, [command = '', ...args]: string[], env: Record<string, string> = {}): void {
  console.log(`\n— ${title}`);
  const { status } = spawnSync(join('node_modules', '.bin', command), args, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (status !== 0) {
    console.error(`\n${title}: failed`);
    process.exit(1);
  }
}

function runVitest(): void {
  const file = join(scratch, 'vitest.json');
  step('Tests', ['vitest', 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]);
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(file, 'utf8'));
  add({ passed: numPassedTests, failed: numFailedTests });
}

function runBrowser(): void {
  const file = join(scratch, 'browser.json');
  step('Browser', ['playwright', 'test', '--config', 'e2e', '--reporter=dot,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  const { stats } = JSON.parse(readFileSync(file, 'utf8'));
  add({ passed: stats.expected, failed: stats.unexpected + stats.flaky });
}

/** Tests must not leave files in the checkout. */
function checkForLeftovers(): void {
  const left = readdirSync('.').filter((name) => !foundHere.includes(name));
  if (left.length === 0) return;
  console.error(`\nThe tests left files behind: ${left.join(', ')}`);
  process.exit(1);
}

function add({ passed, failed }: Count): void {
  total.passed += passed;
  total.failed += failed;
}
