import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { anAddress, anEmail } from '../../../apps/server/test/builders.ts';
import { startService } from '../../../apps/server/test/harness.ts';
import { asFile, besideTests, runChecker } from './tools.ts';

const node = await startService();

it('the document works with @hey-api/openapi-ts without casts', { timeout: 300_000 }, async () => {
  const { body: document } = await node.anyone.get('/openapi.json');
  const output = besideTests('hey-api/generated');
  onTestFinished(() => rmSync(output, { recursive: true, force: true }));
  const made = runChecker('openapi-ts', [
    '--input',
    asFile(document),
    '--output',
    output,
    '--silent',
    '--no-log-file',
  ]);
  expect(made.status, made.stderr).toBe(0);

  const tsc = besideTests('../../../node_modules/.bin/tsc');
  const checked = spawnSync(tsc, ['--noEmit', '--project', besideTests('hey-api')], { encoding: 'utf8' });
  expect(checked.stdout).toBe('');

  // Imported dynamically, because its types are generated above.
  const { runFlow } = await import(besideTests('hey-api/flow.ts'));
  expect(await runFlow(node.url, anEmail(), anAddress())).toEqual({
    listed: [[0, undefined]],
    changed: 'in_progress',
    comment: 'dashboard',
    labels: ['Checkout'],
    deleted: 204,
    gone: 'Not found',
  });
});
