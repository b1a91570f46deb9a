import { expect, it } from 'vitest';
import { startService } from '../../../apps/server/test/harness.ts';
import { asFile, besideTests, runChecker } from './tools.ts';

// The address is one that an operator would have, because the checkers warn of that of a developer.
const { anyone } = await startService({ BASE_URL: 'https://bugs.skep.test' });
const { body: document } = await anyone.get('/openapi.json');
// These programs take their time on a busy machine.
const timeout = 300_000;

it('finds nothing wrong with the document, nor anything to warn of: Redocly', { timeout }, () => {
  const config = besideTests('redocly.yaml');
  const { stdout, stderr } = runChecker('redocly', [
    'lint',
    asFile(document),
    '--config',
    config,
    '--format=json',
  ]);
  expect(JSON.parse(stdout).problems, stderr).toEqual([]);
});

it('finds nothing wrong with the document, nor anything to warn of: Spectral', { timeout }, () => {
  const ruleset = besideTests('spectral.yaml');
  const { stdout, stderr } = runChecker('spectral', [
    'lint',
    asFile(document),
    '--ruleset',
    ruleset,
    '--format=json',
    '--quiet',
  ]);
  expect(JSON.parse(stdout), stderr).toEqual([]);
});
