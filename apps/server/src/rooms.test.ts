import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { startService } from '../test/harness.ts';

const src = fileURLToPath(new URL('./', import.meta.url));
const architecture = readFileSync(new URL('../../../ARCHITECTURE.md', import.meta.url), 'utf8');

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.ts') && !path.endsWith('.test.ts'),
);
const textOf = (path: string) => readFileSync(join(src, path), 'utf8');

/** A folder of infrastructure, a noun among the features, or a file that stands for itself. */
function roomOf(path: string): string {
  const [first = '', second = ''] = path.split(sep);
  return first === 'features' ? `features/${second}` : first;
}

/** Which rooms each room imports from, with one of the imports as an example. */
function readArrows(): Map<string, Map<string, string>> {
  const arrows = new Map<string, Map<string, string>>();
  for (const path of files) {
    const from = roomOf(path);
    for (const [, target = ''] of textOf(path).matchAll(/(?:from|import\() ?'(\.[^']+)'/g)) {
      const to = roomOf(relative(src, join(src, dirname(path), target)));
      if (to === from || to.startsWith('..')) continue;
      if (!arrows.has(from)) arrows.set(from, new Map());
      arrows.get(from)?.set(to, `${path} imports ${target}`);
    }
  }
  return arrows;
}

/** Takes away rooms that nothing leads out of, or into, again and again: what is left leads back to itself. */
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

/** The rows of the table in ARCHITECTURE: a beginning of URLs, maybe with a method, and a folder. */
const table = [...architecture.matchAll(/^\| (`[^|]+) \| `([^|`]+)` \|/gm)].flatMap(
  ([, urls = '', room = '']) =>
    [...urls.matchAll(/`(?:([A-Z]+) )?([^`]+)`/g)].map(([, method, url = '']) => ({ method, url, room })),
);

/** The longest beginning decides, and one with a method before one without. */
function roomByTable({ method, url }: Route): string | undefined {
  const matching = table.filter((row) => isBelow(url, row.url) && (row.method ?? method) === method);
  matching.sort((one, other) => other.url.length - one.url.length || (one.method ? -1 : 1));
  return matching[0]?.room;
}

const isBelow = (url: string, beginning: string) => url === beginning || url.startsWith(`${beginning}/`);

/** Where the source names a route: as a string, or as a template with one segment left open. */
function roomBySource({ method, url }: Route): string[] {
  return files.flatMap((path) => {
    if (path.endsWith('.test.ts')) return [];
    const named = [...textOf(path).matchAll(/\.(get|post|put|patch|delete)\(\s*(['`])(\/[^'`]*)\2/g)].map(
      ([, verb = '', , named = '']) => ({ verb: verb.toUpperCase(), named }),
    );
    const others = [...textOf(path).matchAll(/method: '([A-Z]+)',\s*url: '([^']+)'/g)].map(
      ([, verb = '', named = '']) => ({ verb, named }),
    );
    const isIt = ({ verb, named }: { verb: string; named: string }) =>
      verb === method && pattern(named).test(url);
    return [...named, ...others].some(isIt) ? [dirname(path).split(sep).join('/')] : [];
  });
}

const pattern = (named: string) =>
  new RegExp(
    `^${named
      .replaceAll('.', '\\.')
      .replace(/\$\{\w+\}/, '[^/]+')
      .replace(/:\w+/g, ':[a-z_]+')}$`,
  );

describe('the table of rooms', () => {
  it('names the folder of every route', async () => {
    const node = await startService();
    const { body } = await node.anyone.get('/openapi.json');
    const routes = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({
        method: method.toUpperCase(),
        url: path.replace(/^\/api\/v1/, '').replace(/\{(\w+)\}/g, ':$1'),
      })),
    );
    expect(routes.length).toBeGreaterThan(100);
    const named = (route: Route) => `${route.method} ${route.url}`;
    const bySource = routes.map((route) => [named(route), roomBySource(route)]);
    const byTable = routes.map((route) => [named(route), [`${roomByTable(route)}`]]);
    expect(byTable).toEqual(bySource);
  });
});
