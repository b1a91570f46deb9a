import { createHash } from 'node:crypto';

const maxWordLength = 200;

/**
 * Distinct lower-case words: letters, digits and pictographs. URLs, paths and versions are split. No word contains a `tsquery`
 * operator.
 */
export function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}\p{So}]+/gu) ?? [];
  return [...new Set(words.map((word) => (word.length > maxWordLength ? shorten(word) : word)))];
}

/** Cuts at a character boundary. */
const shorten = (word: string) => [...word].slice(0, maxWordLength).join('');

const minWords = 3;

/**
 * Equal stack traces in a project have equal fingerprints: a hash of the distinct words without digits (line numbers, ids,
 * versions), so recursion depth does not matter (decision 21).
 */
export function fingerprintOf(projectId: number, stackTrace: string | null): string | null {
  if (stackTrace === null) return null;
  // Hashes in bundle names may contain no digit.
  const trace = stackTrace.replaceAll(/[-.](?=[a-z_-]{0,7}[A-Z0-9])[\w-]{8}(?=\.[cm]?js)/g, '');
  const words = wordsOf(trace).filter((word) => !/[0-9]/.test(word));
  if (words.length < minWords) return null;
  const hash = createHash('sha256').update(`${projectId} ${words.sort().join(' ')}`);
  // As text: JavaScript numbers have fewer digits.
  return hash.digest().readBigInt64BE().toString();
}
