import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds, type Spent, spentDuring } from '../../cpu.ts';
import { type Finding, median } from '../../findings.ts';
import { runPgbench } from '../../pgbench.ts';
import { runLoad } from '../../wrk.ts';
import { becomeIdle } from '../idle.ts';
import type { Pace, Subject } from '../subject.ts';
import { requireAgreement, requireSameChange } from './agreement.ts';
import { type Comparison, comparisonsFor } from './comparisons.ts';

const connections = 8;

interface Round {
  service: number;
  prepared: number;
  planned: number;
  /** Microseconds of processor time for each request, and for the statement alone. */
  serviceMicros: number;
  databaseMicros: number;
  statementMicros: number;
}

/**
 * How near the service comes to what its database can do: requests a second, beside what pgbench does with the one best
 * statement for the same answer, prepared, with as many connections. Both are measured in turns, after a round to warm up.
 */
export async function measureLimits(subject: Subject, pace: Pace): Promise<Finding[]> {
  const comparisons = comparisonsFor(subject);
  await becomeIdle(subject.filled.url);
  for (const comparison of comparisons) await requireAgreement(subject, comparison);
  await requireSameChange(subject);
  await becomeIdle(subject.filled.url);
  const idle = await measureIdle(subject);
  const findings = [];
  for (const comparison of comparisons) {
    console.log(`limit: ${comparison.name}`);
    findings.push(toFinding(comparison, await measureInTurns(subject, comparison, pace, idle)));
  }
  return findings;
}

async function measureInTurns(
  subject: Subject,
  { requests, script }: Comparison,
  { roundsOfLimits: rounds, secondsOfLimits: seconds }: Pace,
  idle: Spent,
): Promise<Round[]> {
  const { port } = subject.server;
  const databaseUrl = subject.filled.url;
  const askService = (round: number) =>
    measure(subject, idle, () => {
      const load = runLoad({ port, connections, seconds, requests: requests(round) });
      return { count: load.requests, perSecond: load.perSecond };
    });
  const askDatabase = (mode: 'prepared' | 'extended') =>
    measure(subject, idle, () => {
      const run = runPgbench({ databaseUrl, script, clients: connections, seconds, mode });
      return { count: run.transactions, perSecond: run.perSecond };
    });
  await askService(0);
  await askDatabase('prepared');
  const measured: Round[] = [];
  for (let round = 1; round <= rounds; round++) {
    const service = await askService(round);
    const prepared = await askDatabase('prepared');
    const planned = await askDatabase('extended');
    measured.push({
      service: service.perSecond,
      prepared: prepared.perSecond,
      planned: planned.perSecond,
      serviceMicros: service.micros('service'),
      databaseMicros: service.micros('database'),
      statementMicros: prepared.micros('database'),
    });
  }
  return measured;
}

/** Runs a load and says what each of its requests took of the processors, without what is taken while nothing is asked. */
async function measure(
  { server, filled }: Subject,
  idle: Spent,
  work: () => { count: number; perSecond: number },
) {
  const startedAt = performance.now();
  const { result, spent } = spentDuring({ service: server.pid, database: filled.postmasterPid }, work);
  const seconds = (performance.now() - startedAt) / 1000;
  await becomeIdle(filled.url);
  return {
    perSecond: result.perSecond,
    micros: (part: keyof Spent) => (Math.max(spent[part] - idle[part] * seconds, 0) / result.count) * 1e6,
  };
}

/** The processor time that both take in a second in which nothing is asked of them. */
async function measureIdle({ server, filled }: Subject): Promise<Spent> {
  const seconds = 2;
  const read = () => ({ service: cpuSeconds(server.pid), database: cpuSeconds(filled.postmasterPid) });
  const before = read();
  await sleep(seconds * 1000);
  const after = read();
  return {
    service: (after.service - before.service) / seconds,
    database: (after.database - before.database) / seconds,
  };
}

function toFinding({ name, atLeast }: Comparison, rounds: Round[]): Finding {
  const of = (read: (round: Round) => number) => median(rounds.map(read));
  return {
    name: `limit: ${name}`,
    cells: {
      'service /s': of(({ service }) => service),
      'prepared /s': of(({ prepared }) => prepared),
      'planned /s': of(({ planned }) => planned),
      'service µs': of(({ serviceMicros }) => serviceMicros),
      'database µs': of(({ databaseMicros }) => databaseMicros),
      'statement µs': of(({ statementMicros }) => statementMicros),
    },
    value: of(({ service, prepared }) => service / prepared),
    unit: '× prepared',
    bar: { atLeast },
  };
}
