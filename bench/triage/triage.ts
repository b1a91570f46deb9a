import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../apps/server/src/db/embedded.ts';
import { type Finding, report } from '../findings.ts';
import { measureByFilter } from './by-filter.ts';
import { measureExports } from './export.ts';
import { measureGrowth, usualConnections } from './growth.ts';
import { measureLimits } from './limits/limits.ts';
import { measureSearches } from './searches.ts';
import { type Pace, prepareSubject, type Subject } from './subject.ts';

const smallSize = 10_000;

/** A database of less than this is for a quick look. */
const worthPatience = 100_000;
const quick: Pace = {
  rounds: 1,
  roundsOfLimits: 3,
  secondsOfLimits: 1,
  secondsOfSearches: 3,
  secondsOfExport: 2,
};
const patient: Pace = {
  rounds: 3,
  roundsOfLimits: 5,
  secondsOfLimits: 2,
  secondsOfSearches: 8,
  secondsOfExport: 8,
};

/** What is measured, by a name with which each can be measured alone. */
const parts: Record<string, (small: Subject, large: Subject, pace: Pace) => Promise<Finding[]>> = {
  export: (small, large, pace) => measureExports([small, large], pace),
  growth: (small, large, pace) => measureGrowth([small, large], pace),
  limits: (_small, large, pace) => measureLimits(large, pace),
  searches: (_small, large, pace) => measureSearches(large, pace),
  'by-filter': (_small, large, pace) => measureByFilter(large, pace),
};

/**
 * The dashboard's requests with a million bugs: beside ten thousand of them, beside what the database could do, and beside each
 * other. Both databases are in one PostgreSQL.
 */
export async function benchTriage(largeSize = '1000000', ...chosen: string[]): Promise<boolean> {
  const unknown = chosen.find((part) => !parts[part]);
  if (unknown) {
    console.error(`There is no part ${unknown}; there are ${Object.keys(parts).join(', ')}.`);
    return false;
  }
  const pace = Number(largeSize) < worthPatience ? quick : patient;
  const dataDir = await mkdtemp(join(tmpdir(), 'skep-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir, onProblem: console.error });
  const subjects: Subject[] = [];
  try {
    for (const size of [smallSize, Number(largeSize)]) {
      subjects.push(await prepareSubject(postgres.url('postgres'), size));
    }
    const [small, large] = subjects as [Subject, Subject];
    const findings: Finding[] = [];
    for (const [part, measure] of Object.entries(parts)) {
      if (chosen.length === 0 || chosen.includes(part)) findings.push(...(await measure(small, large, pace)));
    }
    return report(titleFor(largeSize), findings);
  } finally {
    for (const { server } of subjects) await server.stop();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const titleFor = (largeSize: string) =>
  [
    `Triage with ${smallSize.toLocaleString('en')} (small) and ${Number(largeSize).toLocaleString('en')} bugs (large) in 20 projects of 5 teams,`,
    `for an owner of the largest team and one more; ms with ${usualConnections} connections, or one where matches are counted; the small offset is its last page;`,
    'limits are what pgbench does with one statement for the same answer, µs the processor time for each;',
  ].join(' ');
