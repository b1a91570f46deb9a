import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { launch } from '../apps/server/test/service-process.ts';
import { processesOf } from './processes.ts';

const main = join(import.meta.dirname, 'main.ts');

/** A benchmark whose temporary files are in a folder of the test, by which its processes are found too. */
function aBenchmark(name: string, settings: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'skep-bench-test-'));
  chmodSync(folder, 0o711);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, run: launch(main, [name], { TMPDIR: folder, ...settings }) };
}

const commandsIn = (folder: string) => processesOf(folder).map(({ command }) => command);

it('a benchmark says which program it misses before it starts anything', async () => {
  const { folder, run } = aBenchmark('ingest', { PATH: dirname(process.execPath) });
  expect(await run.exit).toBe(1);
  expect(run.stderr()).toContain('install it (on Debian: apt-get install wrk)');
  expect(run.stdout()).toBe('');
  expect([commandsIn(folder), readdirSync(folder)]).toEqual([[], []]);
});

it.each(['SIGINT', 'SIGTERM'] as const)(
  'a benchmark that ends by %s leaves nothing behind',
  async (signal) => {
    const { folder, run } = aBenchmark('events');
    await expect.poll(() => commandsIn(folder).join('\n')).toMatch(/postgres/);
    expect(await run.end(signal)).toBe(1);
    await expect.poll(() => commandsIn(folder)).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  },
);
