import { createHash } from 'node:crypto';

const longestWord = 200;

/**
 * The words of a text, each once, in lower case: letters, digits and pictographs. URLs, paths and versions are split, and no
 * word has a character that means something in a `tsquery`.
 */
export function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}\p{So}]+/gu) ?? [];
  return [...new Set(words.map((word) => (word.length > longestWord ? shorten(word) : word)))];
}

/** Cuts between characters, not within one. */
const shorten = (word: string) => [...word].slice(0, longestWord).join('');

const leastWords = 3;

/**
 * Bugs of a project with the same stack trace have the same fingerprint: a hash of the words of the trace without those that
 * have a digit (line numbers, ids, versions), so a deeper recursion makes no difference either (decision 21).
 */
export function fingerprintOf(projectId: number, stackTrace: string | null): string | null {
  if (stackTrace === null) return null;
  // The hash in the name of a bundled file need not have a digit.
  const trace = stackTrace.replaceAll(/[-.](?=[a-z_-]{0,7}[A-Z0-9])[\w-]{8}(?=\.[cm]?js)/g, '');
  const words = wordsOf(trace).filter((word) => !/[0-9]/.test(word));
  if (words.length < leastWords) return null;
  const hash = createHash('sha256').update(`${projectId} ${words.sort().join(' ')}`);
  // As text, because numbers in JavaScript have fewer digits.
  return hash.digest().readBigInt64BE().toString();
}
