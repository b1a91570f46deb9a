import { createHash } from 'node:crypto';
import { foldAscii } from '../../../fold-ascii.ts';
import type { Filters } from './filter.ts';

/**
 * The terms under which the search index has what filters ask for as a whole. They are hashes of one length, so that a
 * search for words that begin like one finds it alone. The function `search_terms` in the database makes the same ones.
 */
export function termsOf({ environment, appVersion, reporter }: Filters): string[] {
  const terms = [];
  if (environment !== undefined) terms.push(`=e${hashOf(environment)}`);
  if (appVersion !== undefined) terms.push(`=v${hashOf(appVersion)}`);
  if (reporter !== undefined) terms.push(`=r${hashOf(foldAscii(reporter))}`);
  return terms;
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 24);

/** No word has the sign with which terms begin. */
export const isTerm = (word: string) => word.startsWith('=');
