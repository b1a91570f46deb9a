import { createContext, Script } from 'node:vm';
import { expect, it } from 'vitest';
import { everyPattern, longTexts, type Pattern } from './patterns.ts';

const patterns = everyPattern();

/** A thousand times what a text takes, and less than what it takes when the time grows with its square. */
const timeout = 2_000;
const replaceIn = new Script('text.replace(new RegExp(source, flags), "")');

/** How a text begins that the pattern does not get through. */
function stumblesOver({ source, flags }: Pattern): string | undefined {
  const context = createContext({ source, flags, text: '' });
  for (const text of longTexts(source)) {
    context.text = text;
    try {
      replaceIn.runInContext(context, { timeout });
    } catch {
      return text.slice(0, 40);
    }
  }
  return undefined;
}

it.each(patterns)('$place takes time for the length of a text, not for its square', (pattern) => {
  expect(stumblesOver(pattern), pattern.place).toBeUndefined();
});

it('finds patterns of every kind', () => {
  const sources = patterns.map(({ source }) => source);
  expect(sources).toContain('^#[0-9A-Fa-f]{6}$');
  expect(sources).toContain('<9>([^<]*)</9>');
  expect(sources.length).toBeGreaterThan(50);
});
