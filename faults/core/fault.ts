import { type CheckOptions, checkInvariants } from '../checks/invariants.ts';
import { describeLedger } from '../checks/reports.ts';
import { settle } from '../checks/settle.ts';
import { type Installation, type InstallationOptions, openInstallation } from './installation.ts';
import type { Machine } from './machine.ts';
import type { Row } from './table.ts';
import { describeStatuses, type Tally } from './tally.ts';

/** Something that goes wrong, and what the service has to do about it. */
export interface Fault {
  name: string;
  about: string;
  run(hand: Hand): Promise<void>;
}

/** What a fault works with: it opens an installation, makes weather, writes down what it saw, and closes it. */
export interface Hand {
  /** The folder of the run. */
  folder: string;
  open(options?: InstallationOptions): Promise<Installation>;
  /** Writes down what was seen beside what was expected. */
  expect(what: string, expected: string, seen: string, isMet: boolean): void;
  /** Writes down a figure without a bar. */
  tell(what: string, seen: string): void;
  /** Writes down that something cannot be tried on this machine. */
  cannot(what: string, why: string): void;
  atMost(what: string, value: number, most: number, unit: string): void;
  /** It took no longer than it may on an idle machine, times how much slower this one is meanwhile. */
  within(what: string, ms: number, mostMs: number): void;
  /** It took at most so many times the processor time of the program that the machine is measured with. */
  spent(what: string, seconds: number, mostTimes: number): void;
  /** Every request of a kind was answered in time, and with one of these. */
  answered(what: string, tally: Tally, allowed: (number | 'broken')[], mostMs?: number): void;
  /** The probe has been told that something is wrong: with 503, or with another text from some time on. */
  healthTells(tally: Tally): void;
  /** Checks everything that must hold once the weather is over, then stops the installation. */
  conclude(installation: Installation, options?: CheckOptions): Promise<void>;
}

/** Within this time everything is answered, whatever is wrong with the rest. */
export const usualPatienceMs = 3_000;

export function createHand(
  fault: string,
  parts: { run: string; prepared: string; machine: Machine },
  rows: Row[],
) {
  const opened = new Set<Installation>();
  const add = (what: string, expected: string, seen: string, isMet: boolean | null) =>
    void rows.push({ fault, what, expected, seen, isMet });
  const round = (value: number) => value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : 0 });

  const hand: Hand = {
    folder: parts.run,
    async open(options) {
      const installation = await openInstallation(parts, options);
      opened.add(installation);
      return installation;
    },
    expect: add,
    tell: (what, seen) => add(what, '', seen, null),
    cannot: (what, why) => add(what, '', `not tried: ${why}`, null),
    atMost: (what, value, most, unit) =>
      add(what, `at most ${round(most)} ${unit}`, `${round(value)} ${unit}`, value <= most),
    within(what, ms, mostMs) {
      const slowness = parts.machine.slowness();
      const expected = `at most ${round(mostMs)} ms × ${round(slowness)}`;
      add(what, expected, `${round(ms)} ms`, ms <= mostMs * slowness);
    },
    spent(what, seconds, mostTimes) {
      const reference = parts.machine.referenceSeconds();
      const expected = `at most ${mostTimes} × ${round(reference)} s`;
      add(what, expected, `${round(seconds)} s`, seconds <= mostTimes * reference);
    },
    answered(what, tally, allowed, mostMs = usualPatienceMs) {
      const isAllowed = Object.keys(tally.statuses).every((status) => allowed.map(String).includes(status));
      add(
        `${what}: answers`,
        `only ${allowed.join(', ')}`,
        describeStatuses(tally),
        isAllowed && tally.total > 0,
      );
      hand.within(`${what}: slowest`, tally.slowestMs, mostMs);
      if (tally.withoutRetryAfter > 0)
        add(`${what}: 503 without Retry-After`, '0', String(tally.withoutRetryAfter), false);
    },
    healthTells(tally) {
      const tells = [...tally.texts].some((text) => text.includes('"error"'));
      add('/health tells', 'yes', `${tells ? 'yes' : 'no'}: ${describeStatuses(tally)}`, tells);
    },
    async conclude(installation, options) {
      const before = performance.now();
      await settle(installation);
      hand.tell('indexed and delivered after', `${round((performance.now() - before) / 1000)} s`);
      const checks = await checkInvariants(installation, options);
      hand.tell('ledger', describeLedger(installation));
      const { codes, left } = await installation.close();
      opened.delete(installation);
      const broken = checks.filter((each) => each.broken > 0);
      add('invariants that do not hold', `0 of ${checks.length}`, String(broken.length), broken.length === 0);
      for (const { name, broken: count, examples } of broken)
        add(`  ${name}`, '0', `${count.toLocaleString('en')} (${examples.join('; ').slice(0, 200)})`, false);
      add('processes left behind', '0', [left.length, ...left].join(' '), left.length === 0);
      const isOrderly = codes.every((code) => code === 0);
      if (!isOrderly) add('exit codes of the service', '0', codes.join(', '), false);
    },
  };
  return {
    hand,
    /** Stops what a fault that failed has left running. */
    async cleanUp() {
      for (const installation of opened) await installation.close().catch(() => {});
    },
  };
}
