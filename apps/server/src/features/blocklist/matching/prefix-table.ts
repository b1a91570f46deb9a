import { randomInt } from 'node:crypto';
import { createRests } from './rests.ts';

/** A text to look for in others. */
export interface Needle {
  id: number;
  text: string;
}

/** The hashes of all substrings of a text. Each takes constant time, whatever its length. */
interface Hashes {
  ofPart(start: number, length: number): number;
}

type Hash = (text: string) => Hashes;

/**
 * A polynomial rolling hash (Rabin–Karp) with sums for all prefixes of a text. The prime is below 2^26, so that products are
 * exact in a double. The base is random, so that nobody can choose texts that collide. Substrings may be `longest` long.
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

interface HashedPrefix {
  second: number;
  /** The needle whose whole text this is; null for a marker, which is only the beginning of longer needles. */
  needle: Needle | null;
}

/**
 * Says which of many needles stands at a position of a text, by a binary search on prefix lengths in a hash table: the
 * number of steps is the logarithm of the longest needle, however many needles there are and however alike. The length of a
 * match is put together from powers of two, the largest first; the table has, as markers, the prefixes of each needle at
 * which this search stops. No needle may be a prefix of another one: otherwise a step towards the longer one could pass
 * over the shorter.
 */
export async function createPrefixTable(needles: Needle[]) {
  const longest = needles.reduce((most, { text }) => Math.max(most, text.length), 0);
  const largestStep = 2 ** Math.floor(Math.log2(longest));
  // Two hashes together practically never collide. The second is computed only where the first has a hit, which is rare.
  const [firstHash, secondHash] = [createHash(67_108_859, longest), createHash(67_108_837, longest)];

  const table = new Map<number, HashedPrefix[]>();
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
