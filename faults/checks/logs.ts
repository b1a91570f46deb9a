import type { Installation } from '../core/installation.ts';
import type { LogLine } from '../core/log.ts';
import { type Check, check } from './check.ts';

const error = 50;

/** What a service may say while its database is away or does not answer. */
export const databaseTrouble = [/database/i, /^background work failed/, /^job /, /^a delivery could not/];

/**
 * Nothing stands in the log that nobody expects: no uncaught exception, and no error but those that a fault is known to cause,
 * by the beginning of their message. What is said again and again is said once a second at most.
 */
export function checkLogs({ nodes }: Installation, expected: RegExp[]): Check[] {
  const lines = nodes.flatMap(({ log }) => log.lines);
  const isExpected = ({ message }: LogLine) => expected.some((pattern) => pattern.test(message));
  const unexpected = lines.filter((line) => !isExpected(line));
  return [
    check(
      'line that is no line of the log',
      unexpected.filter(({ level }) => level === null).map(({ text }) => text),
    ),
    check('error in the log', byMessage(unexpected.filter(({ level }) => (level ?? 0) >= error))),
    check(
      'message more than five times in a second',
      nodes.flatMap(({ log }) => tooFrequent(log.lines)),
    ),
  ];
}

function byMessage(lines: LogLine[]): string[] {
  const groups = Map.groupBy(lines, ({ message }) => message);
  return [...groups].map(([message, { length }]) => `${length} × ${message}`);
}

const mostInASecond = 5;

/** One a second and process is what we allow ourselves; there are up to four processes, and seconds have edges. */
function tooFrequent(lines: LogLine[]): string[] {
  const groups = Map.groupBy(lines, ({ at, message }) => `${Math.floor(at / 1000)} ${message}`);
  const frequent = [...groups.values()].filter((group) => group.length > mostInASecond);
  const messages = Map.groupBy(frequent, ([line]) => line?.message ?? '');
  return [...messages].map(([message, seconds]) => {
    const most = Math.max(...seconds.map((group) => group.length));
    return `${most} times: ${message}`;
  });
}
