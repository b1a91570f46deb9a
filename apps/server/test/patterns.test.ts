import { createContext, Script } from 'node:vm';
import { expect, it } from 'vitest';
import { everyPattern, longTexts, type Pattern } from './patterns.ts';

const patterns = everyPattern();

/** A thousand times the normal time, but less than quadratic time would take. */
const timeout = 2_000;
const replaceInAll = new Script('for (const text of texts) text.replace(new RegExp(source, flags), "")');

/** The start of a text that the pattern takes too long for. */
function slowTextFor({ source, flags }: Pattern): string | undefined {
  const isInTime = (texts: string[]) => {
    try {
      replaceInAll.runInContext(createContext({ source, flags, texts }), { timeout });
      return true;
    } catch {
      return false;
    }
  };
  const texts = [...longTexts(source)];
  // Each timeout starts a thread, so all texts are tried together first.
  return isInTime(texts) ? undefined : texts.find((text) => !isInTime([text]))?.slice(0, 40);
}

it.each(patterns)('$place takes time for the length of a text, not for its square', (pattern) => {
  expect(slowTextFor(pattern), pattern.place).toBeUndefined();
});

it('finds patterns of every kind', () => {
  const sources = patterns.map(({ source }) => source);
  expect(sources).toContain('^#[0-9A-Fa-f]{6}$');
  expect(sources).toContain('<9>([^<]*)</9>');
  expect(sources.length).toBeGreaterThan(50);
});
