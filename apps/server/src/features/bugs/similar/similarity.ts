import type { Candidate } from '../../search/queries/similar.ts';

/** The scores of the same stack trace, and of the same title without that; and what the title adds to the same trace. */
const sameStack = 0.8;
const sameTitle = 0.7;
const sameTitleToo = 1 - sameStack;
/** Titles that have less in common than this say nothing. */
const leastAlike = 0.3;

/**
 * Scores how likely each candidate is a duplicate of a bug with this title, from 0 to 1, by id. An original scores as its
 * likeliest duplicate, directly or over further duplicates: somebody has said that they are the same.
 */
export function scoresOf(title: string, candidates: Candidate[]): Map<number, number> {
  const words = wordsOf(title);
  const scores = new Map(candidates.map((each) => [each.id, scoreOf(words, each)]));
  const originals = new Map(candidates.map(({ id, duplicate_of_id }) => [id, duplicate_of_id]));
  for (const [id, score] of [...scores])
    for (let original = originals.get(id); original; original = originals.get(original))
      scores.set(original, Math.max(score, scores.get(original) ?? 0));
  return scores;
}

function scoreOf(words: Set<string>, { title, has_same_stack }: Candidate): number {
  const alike = likeness(words, wordsOf(title));
  if (has_same_stack) return round(sameStack + sameTitleToo * alike);
  return alike >= leastAlike ? round(sameTitle * alike) : 0;
}

/** The weighted Jaccard index: what two sets of words share, of all that they have. Long words say more than short ones. */
function likeness(one: Set<string>, other: Set<string>): number {
  const all = lengthOf(one.union(other));
  return all === 0 ? 0 : lengthOf(one.intersection(other)) / all;
}

const wordsOf = (title: string) => new Set(title.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu));

function lengthOf(words: Set<string>): number {
  let sum = 0;
  for (const word of words) sum += word.length;
  return sum;
}

const round = (score: number) => Math.round(score * 1000) / 1000;
