import { type Finding, median } from '../findings.ts';
import { type LoadResult, runLoad } from '../wrk.ts';
import { becomeIdle } from './idle.ts';
import { list, requestsWith } from './requests.ts';
import type { Pace, Subject } from './subject.ts';
import { functions, planted, words } from './vocabulary.ts';

const searches = 400;

/**
 * How long people wait for searches of all kinds, sent one after the other: one to three words, frequent and rare, whole or
 * only begun, from texts and from stack traces.
 */
export async function measureSearches({ server, filled }: Subject, pace: Pace): Promise<Finding[]> {
  const request = requestsWith(filled.token);
  const requests = mixOfSearches().map((text) => request(`${list}?search=${encodeURIComponent(text)}`));
  const seconds = pace.secondsOfSearches;
  const rounds: LoadResult[] = [];
  for (let round = 0; round <= pace.rounds; round++) {
    console.log(`searches, round ${round} of ${pace.rounds}`);
    await becomeIdle(filled.url);
    rounds.push(runLoad({ port: server.port, connections: 1, seconds, requests }));
  }
  const of = (name: 'p50' | 'p98' | 'p99') => median(rounds.slice(1).map((round) => round[name]));
  return [
    {
      name: 'searches of all kinds, one connection',
      cells: { p50: of('p50'), p98: of('p98'), p99: of('p99') },
      value: of('p98'),
      unit: 'ms',
      bar: { atMost: 50 },
    },
  ];
}

/** Texts to search for, the same ones at every run. Words that people use often are asked for more often. */
function mixOfSearches(): string[] {
  const chance = createChance();
  const oneOf = (from: readonly string[], skew = 1) =>
    from[Math.floor(from.length * chance() ** skew)] as string;
  const rarely = [...Object.values(planted), ...functions];
  const word = () => {
    const whole = chance() < 0.8 ? oneOf(words, 1.5) : oneOf(rarely);
    const isBegun = chance() < 0.4;
    return isBegun ? whole.slice(0, 2 + Math.floor(chance() * (whole.length - 2))) : whole;
  };
  return Array.from({ length: searches }, () =>
    Array.from({ length: 1 + Math.floor(chance() * 3) }, word).join(' '),
  );
}

/** Pseudo-random numbers from 0 up to 1 (a linear congruential generator), the same ones at every run. */
function createChance(): () => number {
  let state = 20_261_117;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
