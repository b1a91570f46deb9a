import { type Finding, median } from '../findings.ts';
import { type LoadResult, runLoad } from '../wrk.ts';
import { becomeIdle } from './idle.ts';
import { type Measurement, measurementsFor, toFinding } from './measurements.ts';
import type { Pace, Subject } from './subject.ts';

export const usualConnections = 8;

interface Measured extends Subject {
  measurements: Measurement[];
}

/**
 * How much slower requests are in a large database than in a small one. Both are measured in turns, a second each; after a
 * first round to warm up, the figures are medians over the rounds.
 */
export async function measureGrowth(subjects: Subject[], pace: Pace): Promise<Finding[]> {
  const measured = subjects.map((subject) => ({ ...subject, measurements: measurementsFor(subject) }));
  const measurements = measured[0]?.measurements ?? [];
  const results: { p50: number; p99: number }[][] = [];
  for (const [index, { name }] of measurements.entries()) {
    console.log(name);
    results.push(await measureInTurns(measured, index, pace));
  }
  const isDetail = ({ name }: Measurement) => name === 'detail';
  const detail = results[measurements.findIndex(isDetail)]?.[1]?.p50 ?? Number.NaN;
  const findings = results.map((result, index) =>
    toFinding(measurements[index] as Measurement, result, detail),
  );
  const slowest = Math.max(...results.map(([, large]) => large?.p50 ?? Number.NaN));
  return [...findings, { name: 'slowest median', value: slowest, unit: 'ms', bar: { atMost: 150 } }];
}

async function measureInTurns(
  subjects: Measured[],
  index: number,
  { rounds }: Pace,
): Promise<{ p50: number; p99: number }[]> {
  const measured: LoadResult[][] = subjects.map(() => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [nth, subject] of subjects.entries()) {
      measured[nth]?.push(measure(subject, index, round));
      await becomeIdle(subject.filled.url);
    }
  }
  return measured.map(([_warmUp, ...results]) => ({
    p50: median(results.map(({ p50 }) => p50)),
    p99: median(results.map(({ p99 }) => p99)),
  }));
}

function measure({ server, measurements }: Measured, index: number, round: number): LoadResult {
  const { name, requests, connections = usualConnections } = measurements[index] as Measurement;
  // What counts many bugs may have to read them from the disk the first time.
  const seconds = round === 0 && connections === 1 ? 3 : 1;
  try {
    return runLoad({ port: server.port, connections, seconds, requests: requests(round) });
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`);
  }
}
