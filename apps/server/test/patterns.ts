import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

export interface Pattern {
  place: string;
  source: string;
  flags: string;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** All regular expressions in the source: literals, constructed ones, and `pattern` in schemas. */
export function everyPattern(): Pattern[] {
  const files = globSync(['apps/*/src/**/*.{ts,tsx}', 'packages/*/src/**/*.{ts,tsx}'], { cwd: root });
  return files.filter((file) => !/\.test\.tsx?$/.test(file)).flatMap(patternsIn);
}

// biome-ignore lint/suspicious/noExplicitAny: the nodes of a parsed file have every shape
type Node = any;

function patternsIn(file: string): Pattern[] {
  const text = readFileSync(root + file, 'utf8');
  const nodes = nodesIn(parseSync(file, text).program);
  const constants = new Map(nodes.filter(isConstant).map(({ id, init }) => [id.name, String(init.value)]));
  return nodes.flatMap((node) => {
    const pattern = readPattern(node, constants);
    if (!pattern) return [];
    const line = text.slice(0, node.start).split('\n').length;
    return [{ place: `${file}:${line} ${pattern.source}`, ...pattern }];
  });
}

function nodesIn(program: Node): Node[] {
  const nodes: Node[] = [];
  const visit = (node: Node) => {
    if (typeof node !== 'object' || node === null) return;
    nodes.push(node);
    for (const value of Object.values(node)) visit(value);
  };
  visit(program);
  return nodes;
}

const isConstant = (node: Node) => node.type === 'VariableDeclarator' && node.init?.type === 'Literal';

type Constants = Map<string, string>;

function readPattern(node: Node, constants: Constants): Omit<Pattern, 'place'> | undefined {
  if (node.regex) return { source: node.regex.pattern, flags: node.regex.flags };
  if (node.type === 'Property' && node.key.name === 'pattern' && typeof node.value.value === 'string')
    return { source: node.value.value, flags: '' };
  if (node.callee?.name !== 'RegExp') return undefined;
  return { source: readText(node.arguments[0], constants), flags: node.arguments[1]?.value ?? '' };
}

/** The text of a template. Unknown expressions count as a digit. */
function readText(node: Node, constants: Constants): string {
  if (typeof node.value === 'string') return node.value;
  const { quasis, expressions } = node.quasi ?? node;
  if (!quasis) throw new Error('A RegExp is made from what no test can read');
  const form = node.quasi ? 'raw' : 'cooked';
  return quasis
    .flatMap(({ value }: Node, index: number) => {
      const name = expressions[index]?.name;
      return [value[form], index in expressions ? (constants.get(name) ?? '9') : ''];
    })
    .join('');
}

/** Long enough for quadratic backtracking (ReDoS) to take seconds, while others take a millisecond. */
const runLength = 50_000;
const characters = [...' \t\n\r\u2028\0aZ0éİ', ...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'];
const mixed = [...' \n"-./:@a0'];
const pairs = mixed.flatMap((one, index) => mixed.slice(index + 1).map((other) => one + other));
const runs = [...characters, ...pairs].map((unit) => unit.repeat(runLength / unit.length));

/** Runs with a prefix and suffix that no pattern matches, so that matching fails late. */
const common = runs.flatMap((run) => [`${run}\u0001`, `x${run}\n\u0001`]);

/** Long texts that provoke backtracking: runs of characters, of pairs and of the pattern's own words. */
export function* longTexts(source: string): Generator<string> {
  yield* common;
  const words = source.match(/[\w"<>/:.@[\]-]{2,}/g) ?? [];
  for (const word of words) {
    yield word.repeat(runLength / 2);
    for (const run of runs.slice(0, characters.length)) yield `${word}${run}\n\u0001`;
  }
}
