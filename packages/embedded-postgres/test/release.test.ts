import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bundledRelease, describeVersion } from '../src/binaries.ts';

const { major, minor, on } = bundledRelease;
const packageFile = new URL('../package.json', import.meta.url);
const packages: Record<string, string> = JSON.parse(readFileSync(packageFile, 'utf8')).optionalDependencies;

describe('number of newer releases', () => {
  it('is estimated from the bundled release', () => {
    for (const version of Object.values(packages))
      expect(version).toMatch(new RegExp(`^${major}\\.${minor}\\.`));
  });

  it.each([
    [on, 0, 0],
    ['2026-08-12', 0, 0],
    ['2026-08-13', 0, 1],
    ['2026-11-12', 0, 2],
    ['2026-11-12', 1, 1],
    ['2026-11-12', 3, 0],
    ['2028-02-09', 0, 6],
    ['2028-02-10', 0, 7],
    ['2020-01-01', 0, 0],
    ['2020-01-01', -2, 2],
  ])('and on %s, %i minor releases after that one, is %i', (day, later, releasesAfter) => {
    const version = major * 10_000 + minor + later;
    const expected = { number: `${major}.${minor + later}`, releasesAfter };
    expect(describeVersion(version, new Date(day))).toEqual(expected);
  });

  it('is null for another major version', () => {
    expect(describeVersion(150_014)).toEqual({ number: '15.14', releasesAfter: null });
  });
});
