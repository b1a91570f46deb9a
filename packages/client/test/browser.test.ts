import { spawnSync } from 'node:child_process';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { expect, it } from 'vitest';
import { besideTests } from './tools.ts';

/** Bundles these imports and returns the compressed size. */
async function bundle(names: string): Promise<{ code: string; kilobytes: number }> {
  const entry = '\0entry';
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    root: besideTests('..'),
    resolve: { conditions: ['skep-source'] },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? `export { ${names} } from '@skep/client'` : undefined),
      },
    ],
    build: { write: false, rolldownOptions: { input: entry, preserveEntrySignatures: 'strict' } },
  });
  const { output } = [result].flat()[0] as Rolldown.RolldownOutput;
  const [{ code }] = output;
  return { code, kilobytes: gzipSync(code, { level: 9 }).length / 1000 };
}

it('does not depend on Node.js', () => {
  const tsc = besideTests('../../../node_modules/.bin/tsc');
  expect(spawnSync(tsc, ['--noEmit', '--project', besideTests('..')], { encoding: 'utf8' }).stdout).toBe('');
});

it('is small and tree-shakeable', async () => {
  expect((await bundle('createClient, followLive')).kilobytes).toBeLessThan(5.5);
  const stream = await bundle('followLive');
  expect(stream.kilobytes).toBeLessThan(2.5);
  expect(stream.code).not.toContain('idempotency-key');
});
