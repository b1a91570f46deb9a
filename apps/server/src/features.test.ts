import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { startService } from '../test/harness.ts';

const src = fileURLToPath(new URL('./', import.meta.url));

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.ts') && !path.endsWith('.test.ts'),
);
const textOf = (path: string) => readFileSync(join(src, path), 'utf8');

/** An infrastructure folder, a feature, or a single file. */
function featureOf(path: string): string {
  const [first = '', second = ''] = path.split(sep);
  return first === 'features' ? `features/${second}` : first;
}

/** The features that each feature imports from, with an example import. */
function readArrows(): Map<string, Map<string, string>> {
  const arrows = new Map<string, Map<string, string>>();
  for (const path of files) {
    const from = featureOf(path);
    for (const [, target = ''] of textOf(path).matchAll(/(?:from|import\() ?'(\.[^']+)'/g)) {
      const to = featureOf(relative(src, join(src, dirname(path), target)));
      if (to === from || to.startsWith('..')) continue;
      if (!arrows.has(from)) arrows.set(from, new Map());
      arrows.get(from)?.set(to, `${path} imports ${target}`);
    }
  }
  return arrows;
}

/** Repeatedly removes features without incoming or outgoing imports. What remains is a cycle. */
function findCycles(arrows: Map<string, Map<string, string>>): string[] {
  let left = [...arrows].flatMap(([from, targets]) =>
    [...targets].map(([to, example]) => ({ from, to, example })),
  );
  for (let before = -1; before !== left.length; ) {
    before = left.length;
    const [sources, targets] = [new Set(left.map(({ from }) => from)), new Set(left.map(({ to }) => to))];
    left = left.filter(({ from, to }) => sources.has(to) && targets.has(from));
  }
  return left.map(({ example }) => example);
}

describe('imports between rooms', () => {
  it('run one way', () => {
    expect(findCycles(readArrows())).toEqual([]);
  });

  it('that would run back are found', () => {
    const arrows = new Map([
      ['a', new Map([['b', 'a imports b']])],
      ['b', new Map([['c', 'b imports c']])],
      ['c', new Map([['b', 'c imports b']])],
    ]);
    expect(findCycles(arrows)).toEqual(['b imports c', 'c imports b']);
  });
});

interface Route {
  method: string;
  url: string;
}

/** Finds the files that declare a route, by a string or a template with one placeholder. */
function filesOf({ method, url }: Route): string[] {
  return files.filter((path) => {
    const calls = [...textOf(path).matchAll(/\.(get|post|put|patch|delete)\(\s*(['`])(\/[^'`]*)\2/g)].map(
      ([, verb = '', , declared = '']) => ({ verb: verb.toUpperCase(), declared }),
    );
    const objects = [...textOf(path).matchAll(/method: '([A-Z]+)',\s*url: '([^']+)'/g)].map(
      ([, verb = '', declared = '']) => ({ verb, declared }),
    );
    const paths = [...textOf(path).matchAll(/\bpath: '(\/[^']+)'/g)].map(([, declared = '']) => ({
      verb: 'GET',
      declared,
    }));
    return [...calls, ...objects, ...paths].some(
      ({ verb, declared }) => verb === method && pattern(declared).test(url),
    );
  });
}

const pattern = (declared: string) =>
  new RegExp(
    `^${declared
      .replaceAll('.', '\\.')
      .replace(/\$\{\w+\}/, '[^/]+')
      .replace(/:\w+/g, ':[a-z_]+')}$`,
  );

const preamble = `# Routes

Every route and the file that declares it, under \`apps/server/src\`. Generated: \`vitest run apps/server/src/features.test.ts --update\`.

| route | file |
|---|---|
`;

it('docs/routes.md names the file of every route', async () => {
  const node = await startService();
  const { body } = await node.anyone.get('/openapi.json');
  const rows = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((verb) => {
      const method = verb.toUpperCase();
      const url = path.replace(/^\/api\/v1/, '').replace(/\{(\w+)\}/g, ':$1');
      const declaring = filesOf({ method, url });
      expect(declaring, `${method} ${path}`).toHaveLength(1);
      return `| ${method} ${path} | ${declaring[0]?.split(sep).join('/')} |\n`;
    }),
  );
  expect(rows.length).toBeGreaterThan(100);
  await expect(preamble + rows.join('')).toMatchFileSnapshot('../../../docs/routes.md');
});
