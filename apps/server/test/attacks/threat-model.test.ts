import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const text = readFileSync(join(root, 'docs/threat-model.md'), 'utf8');
const named = [...text.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, path]) => path as string);

/** Expands abbreviated paths of the document. */
function placeOf(path: string): string {
  if (/^(apps|packages|e2e)\//.test(path)) return path;
  return path.startsWith('attacks/') ? `apps/server/test/${path}` : `apps/server/src/${path}`;
}

it('every test that the threat model names exists', () => {
  expect(named.length).toBeGreaterThan(50);
  const lost = named.filter((path) => !existsSync(join(root, placeOf(path))));
  expect(lost, 'Whoever moves or renames a test changes docs/threat-model.md too.').toEqual([]);
});

it('the threat model names every attack', () => {
  const attacks = globSync('apps/server/test/attacks/*.test.ts', { cwd: root });
  expect(attacks.filter((path) => !named.map(placeOf).includes(path))).toEqual([]);
});

it('each threat of its tables has a test that holds it', () => {
  const rows = text.split('\n').filter((line) => /^\|(?!---)/.test(line) && line.split('|').length === 5);
  const threats = rows.filter((line) => !/^\| (threat|who) \|/.test(line));
  const protectedOnes = text.slice(text.indexOf('## Who is protected'), text.indexOf('## Threats'));
  expect(threats.filter((line) => !protectedOnes.includes(line) && !line.includes('.test.ts'))).toEqual([]);
});
