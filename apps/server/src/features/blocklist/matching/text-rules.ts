import { createPrefixTable, type Needle } from './prefix-table.ts';

/**
 * Folds case by converting to lower and then to upper case, so that ς equals Σ, ß equals ẞ and SS, and İ equals i̇. Folding
 * the parts of a text gives the same as folding the whole, so a substring of a text is still one after folding.
 */
export const foldCase = (text: string) => text.toLowerCase().toUpperCase();

type TextMatcher = (text: string) => number | null;

/**
 * Up to this number of needles, looking for one after the other is as fast as the prefix table. They must be short, because
 * long ones can be chosen so that looking for them is slow.
 */
const fewNeedles = 24;
const shortNeedle = 32;

/** Makes a matcher that answers the id of a rule whose value stands somewhere in the text, ignoring case. */
export async function compileTextRules(rules: { id: number; value: string }[]): Promise<TextMatcher> {
  const needles = withoutLonger(rules.map(({ id, value }) => ({ id, text: foldCase(value) })));
  if (needles.length === 0) return () => null;
  const isEasy = needles.length <= fewNeedles && needles.every(({ text }) => text.length <= shortNeedle);
  const search = isEasy ? searchEach(needles) : await searchByBeginning(needles);
  return (text) => search(foldCase(text));
}

/** Leaves out needles that begin with another needle: wherever they stand, the shorter one is found too. */
function withoutLonger(needles: Needle[]): Needle[] {
  const kept: Needle[] = [];
  for (const needle of needles.toSorted((a, b) => (a.text < b.text ? -1 : 1))) {
    const before = kept.at(-1);
    if (!before || !needle.text.startsWith(before.text)) kept.push(needle);
  }
  return kept;
}

function searchEach(needles: Needle[]): TextMatcher {
  return (text) => needles.find((needle) => text.includes(needle.text))?.id ?? null;
}

/**
 * Needles are grouped by the largest of these sizes that they have characters for, because the rolling hash of a group
 * covers a fixed number of first characters. A text is read once for each group.
 */
const beginningSizes = [8, 4, 2, 1];

const sizeOf = ({ text }: Needle) => beginningSizes.find((size) => size <= text.length) ?? 1;

/** The time this takes depends on the length of the text and that of the longest rule, but not on the number of rules. */
async function searchByBeginning(needles: Needle[]): Promise<TextMatcher> {
  const table = await createPrefixTable(needles);
  const filters = [...Map.groupBy(needles, sizeOf)].map(([size, group]) => createFilter(group, size));
  return (text) => {
    const lookUp = table.over(text);
    for (const mayBegin of filters) {
      for (let at = mayBegin(text, 0); at >= 0; at = mayBegin(text, at + 1)) {
        const id = lookUp(at);
        if (id !== null) return id;
      }
    }
    return null;
  };
}

/**
 * A Bloom filter over the first `size` characters of the needles, and a rolling hash that moves over a text. Says where in
 * the text, from a position on, one of the needles may begin; -1 means nowhere.
 */
function createFilter(needles: Needle[], size: number): (text: string, from: number) => number {
  // Multiplying the hash by this shifts a character out of its 32 bits once `size` others have come after it.
  const shift = 2 ** (32 / size);
  const filterBits = Math.min(16, Math.ceil(Math.log2(needles.length * 32)));
  const slotOf = (hash: number) => Math.imul(hash, 0x9e3779b1) >>> (32 - filterBits);
  const hashOf = (text: string, from: number, to: number) => {
    let hash = 0;
    for (let i = from; i < to; i++) hash = (Math.imul(hash, shift) + text.charCodeAt(i)) | 0;
    return hash;
  };

  // A slot is 1 when the hash of a needle's beginning falls on it, so one lookup rules out most positions of a text.
  const filter = new Uint8Array(2 ** filterBits);
  for (const { text } of needles) filter[slotOf(hashOf(text, 0, size))] = 1;

  return (text, from) => {
    let hash = hashOf(text, from, from + size - 1);
    for (let end = from + size - 1; end < text.length; end++) {
      hash = (Math.imul(hash, shift) + text.charCodeAt(end)) | 0;
      if (filter[slotOf(hash)] === 1) return end + 1 - size;
    }
    return -1;
  };
}
