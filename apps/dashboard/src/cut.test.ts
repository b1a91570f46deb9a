import { expect, test } from 'vitest';
import { cut } from './cut.ts';
import { named } from './settings/parts/named.ts';
import { type FullBug, toItem } from './store/http.ts';

test.each(['🐝'.repeat(300), `a${'🐝'.repeat(300)}`, `ab${'🐝'.repeat(300)}`])(
  'a text is never cut between the halves of a surrogate pair: %#',
  (text) => {
    for (const most of [1, 2, 199, 200]) {
      expect(cut(text, most).isWellFormed()).toBe(true);
      expect([...cut(text, most)]).toHaveLength(most);
    }
    const { excerpt } = toItem({ description: text } as FullBug);
    expect(excerpt).toBe([...text].slice(0, 200).join(''));
    expect(named(text).isWellFormed()).toBe(true);
  },
);

test('a short text stays whole', () => {
  expect(cut('🐝a', 5)).toBe('🐝a');
});
