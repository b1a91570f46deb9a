import { randomInt } from 'node:crypto';
import { createRests } from './rests.ts';

/** A text to look for in others. */
export interface Needle {
  id: number;
  text: string;
}

/** Hashes of all parts of a text: each takes as much time as any other, whatever its length. */
interface Hashes {
  ofPart(start: number, length: number): number;
}

type Hash = (text: string) => Hashes;

/**
 * Texts as numbers to a base that nobody knows, modulo a prime below 2^26, so that products are exact. Parts may be as
 * long as `longest`.
 */
function createHash(prime: number, longest: number): Hash {
  const base = randomInt(2 ** 16, prime);
  const reduce = (value: number) => value - Math.floor(value / prime) * prime;
  const powers = new Float64Array(longest + 1).fill(1);
  for (let i = 1; i <= longest; i++) powers[i] = reduce((powers[i - 1] as number) * base);

  return (text) => {
    const sums = new Float64Array(text.length + 1);
    for (let i = 0; i < text.length; i++)
      sums[i + 1] = reduce((sums[i] as number) * base + text.charCodeAt(i));
    return {
      ofPart(start, length) {
        const before = reduce((sums[start] as number) * (powers[length] as number));
        const difference = (sums[start + length] as number) - before;
        return difference < 0 ? difference + prime : difference;
      },
    };
  };
}

interface Entry {
  second: number;
  /** The one whose whole text this is; null where it is only how some begin. */
  needle: Needle | null;
}

/**
 * Says which of many needles stands at a position of a text, in a few steps, however many they are and however alike. The
 * length of a match is put together of powers of two, the largest first; the table has those beginnings of each needle at
 * which this stops. No needle may begin with another one: then a step that is taken for the sake of one cannot pass over
 * another.
 */
export async function createPrefixTable(needles: Needle[]) {
  const longest = needles.reduce((most, { text }) => Math.max(most, text.length), 0);
  const largestStep = 2 ** Math.floor(Math.log2(longest));
  // One hash decides nearly always; two together are never mistaken.
  const [firstHash, secondHash] = [createHash(67_108_859, longest), createHash(67_108_837, longest)];

  const table = new Map<number, Entry[]>();
  const restIfDue = createRests();
  for (const needle of needles) {
    await restIfDue();
    const [firsts, seconds] = [firstHash(needle.text), secondHash(needle.text)];
    let length = 0;
    for (let step = largestStep; step >= 1; step /= 2) {
      if (length + step > needle.text.length) continue;
      length += step;
      const first = firsts.ofPart(0, length);
      const second = seconds.ofPart(0, length);
      const entries = table.get(first) ?? [];
      if (entries.some((entry) => entry.second === second)) continue;
      entries.push({ second, needle: length === needle.text.length ? needle : null });
      table.set(first, entries);
    }
  }

  return {
    over(text: string): (start: number) => number | null {
      let firsts: Hashes | undefined;
      let seconds: Hashes | undefined;
      const find = (start: number, length: number) => {
        firsts ??= firstHash(text);
        const entries = table.get(firsts.ofPart(start, length));
        if (!entries) return undefined;
        seconds ??= secondHash(text);
        const second = seconds.ofPart(start, length);
        return entries.find((entry) => entry.second === second);
      };
      return (start) => {
        let length = 0;
        for (let step = largestStep; step >= 1; step /= 2) {
          const entry = start + length + step <= text.length ? find(start, length + step) : undefined;
          if (!entry) continue;
          if (entry.needle && text.startsWith(entry.needle.text, start)) return entry.needle.id;
          length += step;
        }
        return null;
      };
    },
  };
}
