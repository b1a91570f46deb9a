import { expect, it } from 'vitest';
import { startService } from '../../../apps/server/test/harness.ts';
import { asFile, besideTests, runChecker } from './tools.ts';

// A production URL, because the checkers warn about localhost.
const { anyone } = await startService({ BASE_URL: 'https://bugs.skep.test' });
const { body: document } = await anyone.get('/openapi.json');
const timeout = 300_000;

it('the document passes Redocly without warnings', { timeout }, () => {
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

it('the document passes Spectral without warnings', { timeout }, () => {
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
