import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Json, parseJson, valueAt } from '../../json.ts';
import { folded, visibleRows } from './rows.ts';

it('keeps the order of keys and every digit', () => {
  const whole = parseJson('{"2":1,"1":12345678901234567890,"__proto__":-0.10e+400}');
  expect(whole.kind === 'object' && whole.entries.map(([key, { text }]) => [key, text])).toEqual([
    ['2', '1'],
    ['1', '12345678901234567890'],
    ['__proto__', '-0.10e+400'],
  ]);
});

it('means what JSON.parse means', () => {
  const plain = (json: Json): unknown => {
    if (json.kind === 'array') return json.items.map(plain);
    if (json.kind !== 'object') return JSON.parse(json.text);
    return Object.fromEntries(json.entries.map(([key, value]) => [key, plain(value)]));
  };
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(undefined, 2, '\t'), (text, indent) => {
      const source = JSON.stringify(JSON.parse(text), null, indent);
      expect(plain(parseJson(source))).toEqual(JSON.parse(source));
      expect(parseJson(source).text).toBe(source);
    }),
  );
});

it.each(['', '{', '[1,]', '{"a" 1}', '"', '01', '{} {}', 'nil'])('refuses %j', (text) => {
  expect(() => parseJson(text)).toThrow(SyntaxError);
});

it('finds a value in the text of a bug', () => {
  const bug = '{"id":1,"extra":{"total": 1.10},"labels":[]}';
  expect(valueAt(parseJson(bug), 'extra')?.text).toBe('{"total": 1.10}');
});

const rowsOf = (text: string, unfolding = folded) => visibleRows(parseJson(text), unfolding);

it('names each row as one would in code', () => {
  const rows = rowsOf('{"cart":{"items":[{"odd key":1}],"sum":2},"a-b":[]}', {
    ...folded,
    open: new Map([
      ['cart.items', true],
      ['cart.items[0]', true],
    ]),
  });
  expect(rows.map(({ path, depth }) => [path, depth])).toEqual([
    ['cart', 0],
    ['cart.items', 1],
    ['cart.items[0]', 2],
    ['cart.items[0]["odd key"]', 3],
    ['cart.sum', 1],
    ['["a-b"]', 0],
  ]);
});

it('shows what is deep, and what is long, only when one asks', () => {
  const long = `{"deep":{"a":{"b":1}},"long":[${'0,'.repeat(30_000)}0]}`;
  expect(rowsOf(long).map(({ path }) => path)).toEqual(['deep', 'deep.a', 'long']);
  const rows = rowsOf(long, { ...folded, open: new Map([['long', true]]) });
  expect(rows).toHaveLength(104);
  expect(rows.at(-1)).toMatchObject({ kind: 'more', hidden: 29_901 });
});

it('gives a repeated key a path of its own', () => {
  expect(rowsOf('{"a":1,"a":2}').map(({ path }) => path)).toEqual(['a', 'a (2)']);
});
