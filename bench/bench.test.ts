import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { launch } from '../apps/server/test/service-process.ts';
import { processesOf } from './processes.ts';

const main = join(import.meta.dirname, 'main.ts');

/** Starts a benchmark with its own TMPDIR, which also identifies its processes. */
function startBenchmark(name: string, settings: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'skep-bench-test-'));
  chmodSync(folder, 0o711);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, run: launch(main, [name], { TMPDIR: folder, ...settings }) };
}

const commandsIn = (folder: string) => processesOf(folder).map(({ command }) => command);

it('a benchmark names the missing program before it starts anything', async () => {
  const { folder, run } = startBenchmark('ingest', { PATH: dirname(process.execPath) });
  expect(await run.exit).toBe(1);
  expect(run.stderr()).toContain('apt-get install wrk');
  expect(run.stdout()).toBe('');
  expect([commandsIn(folder), readdirSync(folder)]).toEqual([[], []]);
});

it.each(['SIGINT', 'SIGTERM'] as const)(
  'a benchmark stopped by %s leaves no processes or files',
  async (signal) => {
    const { folder, run } = startBenchmark('events');
    await expect.poll(() => commandsIn(folder).join('\n')).toMatch(/postgres/);
    expect(await run.end(signal)).toBe(1);
    await expect.poll(() => commandsIn(folder)).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  },
);
