import { createPrefixTable, type Needle } from './prefix-table.ts';

/**
 * Lower, then upper case: so ς meets Σ, ß meets ẞ and SS, and İ meets i̇. What is folded in parts is the same as folded
 * whole, so a part of a text is still a part of it.
 */
export const foldCase = (text: string) => text.toLowerCase().toUpperCase();

type Search = (text: string) => number | null;

/** Up to here, looking for one after the other is as fast. Long ones can make that slow, if they are meant to. */
const few = 24;
const short = 32;

/** The id of a rule whose value stands somewhere in the text, ignoring case. */
export async function compileTextRules(rules: { id: number; value: string }[]): Promise<Search> {
  const needles = withoutLonger(rules.map(({ id, value }) => ({ id, text: foldCase(value) })));
  if (needles.length === 0) return () => null;
  const isEasy = needles.length <= few && needles.every(({ text }) => text.length <= short);
  const search = isEasy ? searchEach(needles) : await searchByBeginning(needles);
  return (text) => search(foldCase(text));
}

/** Where one stands, those that begin with it need not be looked for. */
function withoutLonger(needles: Needle[]): Needle[] {
  const kept: Needle[] = [];
  for (const needle of needles.toSorted((a, b) => (a.text < b.text ? -1 : 1))) {
    const before = kept.at(-1);
    if (!before || !needle.text.startsWith(before.text)) kept.push(needle);
  }
  return kept;
}

function searchEach(needles: Needle[]): Search {
  return (text) => needles.find((needle) => text.includes(needle.text))?.id ?? null;
}

/** Each is known by how it begins, as long as fits in: a text is read once for each size. */
const beginningSizes = [8, 4, 2, 1];

const sizeOf = ({ text }: Needle) => beginningSizes.find((size) => size <= text.length) ?? 1;

/** Takes time for the length of the text and the number of characters in the longest rule, not for the rules. */
async function searchByBeginning(needles: Needle[]): Promise<Search> {
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

/** Where in the text, from a position on, one of the needles may begin; -1 is nowhere. */
function createFilter(needles: Needle[], size: number): (text: string, from: number) => number {
  // Multiplying by this shifts a character out of the 32 bits of the hash when `size` others have come after it.
  const shift = 2 ** (32 / size);
  const filterBits = Math.min(16, Math.ceil(Math.log2(needles.length * 32)));
  const slotOf = (hash: number) => Math.imul(hash, 0x9e3779b1) >>> (32 - filterBits);
  const hashOf = (text: string, from: number, to: number) => {
    let hash = 0;
    for (let i = from; i < to; i++) hash = (Math.imul(hash, shift) + text.charCodeAt(i)) | 0;
    return hash;
  };

  /** Where the hash of a beginning falls there is a 1: most positions of a text are done with after one look. */
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
