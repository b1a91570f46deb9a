import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

const src = join(import.meta.dirname, '../src');
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.tsx?$/.test(path) && !path.includes('.test.'),
);

/** What each file imports: types and what is fetched later, too. */
const imports = new Map(
  files.map((path) => {
    const text = readFileSync(join(src, path), 'utf8');
    const targets = [...text.matchAll(/(?:from|import\(|import) ?'(\.[^']+)'/g)].map(([, target = '']) =>
      normalize(join(dirname(path), target)),
    );
    return [path, targets.filter((target) => files.includes(target))];
  }),
);

/** Takes away files that nothing leads out of, or into, again and again: what is left leads back to itself. */
function findCycles(arrows: ReadonlyMap<string, readonly string[]>): string[] {
  let left = [...arrows].flatMap(([from, targets]) => targets.map((to) => ({ from, to })));
  for (let before = -1; before !== left.length; ) {
    before = left.length;
    const [sources, targets] = [new Set(left.map(({ from }) => from)), new Set(left.map(({ to }) => to))];
    left = left.filter(({ from, to }) => sources.has(to) && targets.has(from));
  }
  return left.map(({ from, to }) => `${from} imports ${to}`);
}

describe('imports', () => {
  it('run one way', () => {
    expect(findCycles(imports)).toEqual([]);
  });

  it('that would run back are found', () => {
    const arrows = new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['b']],
    ]);
    expect(findCycles(arrows)).toEqual(['b imports c', 'c imports b']);
  });

  it('of the store lead to no page, action or component', () => {
    const allowed = /^(store|session|opening|calm\.ts|cut\.ts|json\.ts|queries\.ts)(\/|$)/;
    const others = files
      .filter((path) => path.startsWith('store/'))
      .flatMap((path) => (imports.get(path) ?? []).filter((target) => !allowed.test(target)));
    expect(others).toEqual([]);
  });
});
