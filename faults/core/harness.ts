import { type CheckOptions, checkInvariants } from '../checks/invariants.ts';
import { describeLedger } from '../checks/reports.ts';
import { settle } from '../checks/settle.ts';
import { type Installation, type InstallationOptions, openInstallation } from './installation.ts';
import type { Machine } from './machine.ts';
import type { Row } from './table.ts';
import { describeStatuses, type Tally } from './tally.ts';

/** A fault to inject, and the checks of how the service handles it. */
export interface Fault {
  name: string;
  description: string;
  run(harness: Harness): Promise<void>;
}

/** API for scenarios: opens installations and records results. */
export interface Harness {
  /** Temporary folder of this run. */
  folder: string;
  open(options?: InstallationOptions): Promise<Installation>;
  expect(check: string, expected: string, actual: string, passed: boolean): void;
  /** Records a measurement without an expectation. */
  record(check: string, actual: string): void;
  /** Records a check that this machine cannot run. */
  skip(check: string, reason: string): void;
  atMost(check: string, value: number, max: number, unit: string): void;
  /** `maxMs` is the limit on an idle machine; it is multiplied by the current slowdown. */
  within(check: string, ms: number, maxMs: number): void;
  /** The limit is `maxFactor` times the CPU time of the reference program. */
  cpuWithin(check: string, seconds: number, maxFactor: number): void;
  /** Expects every response within `maxMs` and with an allowed status. */
  expectResponses(check: string, tally: Tally, allowed: (number | 'broken')[], maxMs?: number): void;
  /** Expects that `/health` reported an error. */
  expectHealthError(tally: Tally): void;
  /** Waits for background work, checks all invariants and stops the installation. */
  finish(installation: Installation, options?: CheckOptions): Promise<void>;
}

/** Deadline for every response, whatever the fault. */
export const maxResponseMs = 3_000;

export function createHarness(
  fault: string,
  parts: { run: string; prepared: string; machine: Machine },
  rows: Row[],
) {
  const opened = new Set<Installation>();
  const add = (check: string, expected: string, actual: string, passed: boolean | null) =>
    void rows.push({ fault, check, expected, actual, passed });
  const round = (value: number) => value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : 0 });

  const harness: Harness = {
    folder: parts.run,
    async open(options) {
      const installation = await openInstallation(parts, options);
      opened.add(installation);
      return installation;
    },
    expect: add,
    record: (check, actual) => add(check, '', actual, null),
    skip: (check, reason) => add(check, '', `skipped: ${reason}`, null),
    atMost: (check, value, max, unit) =>
      add(check, `at most ${round(max)} ${unit}`, `${round(value)} ${unit}`, value <= max),
    within(check, ms, maxMs) {
      const slowness = parts.machine.slowness();
      const expected = `at most ${round(maxMs)} ms × ${round(slowness)}`;
      add(check, expected, `${round(ms)} ms`, ms <= maxMs * slowness);
    },
    cpuWithin(check, seconds, maxFactor) {
      const reference = parts.machine.referenceSeconds();
      const expected = `at most ${maxFactor} × ${round(reference)} s`;
      add(check, expected, `${round(seconds)} s`, seconds <= maxFactor * reference);
    },
    expectResponses(check, tally, allowed, maxMs = maxResponseMs) {
      const isAllowed = Object.keys(tally.statuses).every((status) => allowed.map(String).includes(status));
      add(
        `${check}: status codes`,
        `only ${allowed.join(', ')}`,
        describeStatuses(tally),
        isAllowed && tally.total > 0,
      );
      harness.within(`${check}: slowest`, tally.slowestMs, maxMs);
      if (tally.withoutRetryAfter > 0)
        add(`${check}: 503 without Retry-After`, '0', String(tally.withoutRetryAfter), false);
    },
    expectHealthError(tally) {
      const reported = [...tally.texts].some((text) => text.includes('"error"'));
      add(
        '/health reports an error',
        'yes',
        `${reported ? 'yes' : 'no'}: ${describeStatuses(tally)}`,
        reported,
      );
    },
    async finish(installation, options) {
      const before = performance.now();
      await settle(installation);
      harness.record(
        'indexing and deliveries finished after',
        `${round((performance.now() - before) / 1000)} s`,
      );
      const checks = await checkInvariants(installation, options);
      harness.record('ledger', describeLedger(installation));
      const { codes, left } = await installation.close();
      opened.delete(installation);
      const broken = checks.filter((each) => each.violations > 0);
      add('violated invariants', `0 of ${checks.length}`, String(broken.length), broken.length === 0);
      for (const { name, violations, examples } of broken)
        add(
          `  ${name}`,
          '0',
          `${violations.toLocaleString('en')} (${examples.join('; ').slice(0, 200)})`,
          false,
        );
      add('processes left behind', '0', [left.length, ...left].join(' '), left.length === 0);
      const isOrderly = codes.every((code) => code === 0);
      if (!isOrderly) add('exit codes of the service', '0', codes.join(', '), false);
    },
  };
  return {
    harness,
    /** Stops installations that a failed scenario left running. */
    async cleanUp() {
      for (const installation of opened) await installation.close().catch(() => {});
    },
  };
}
