import type { Installation } from '../core/installation.ts';
import type { LogLine } from '../core/log.ts';
import { type Check, check } from './check.ts';

const errorLevel = 50;

/** Up to four processes, one message each, plus one because seconds have edges. */
const maxPerSecond = 5;

/** Errors that the service may log while its database is unavailable. */
export const databaseErrors = [/database/i, /^background work failed/, /^job /, /^a delivery could not/];

/** Finds uncaught exceptions, unexpected errors and messages that flood the log. */
export function checkLogs({ nodes }: Installation, expected: RegExp[]): Check[] {
  const lines = nodes.flatMap(({ log }) => log.lines);
  const isExpected = ({ message }: LogLine) => expected.some((pattern) => pattern.test(message));
  const unexpected = lines.filter((line) => !isExpected(line));
  return [
    check(
      'log line that is not JSON',
      unexpected.filter(({ level }) => level === null).map(({ text }) => text),
    ),
    check('error in the log', byMessage(unexpected.filter(({ level }) => (level ?? 0) >= errorLevel))),
    check(
      `message logged more than ${maxPerSecond} times in a second`,
      nodes.flatMap(({ log }) => tooFrequent(log.lines)),
    ),
  ];
}

function byMessage(lines: LogLine[]): string[] {
  const groups = Map.groupBy(lines, ({ message }) => message);
  return [...groups].map(([message, { length }]) => `${length} × ${message}`);
}

/** Each process may log a message once a second. */
function tooFrequent(lines: LogLine[]): string[] {
  const groups = Map.groupBy(lines, ({ at, message }) => `${Math.floor(at / 1000)} ${message}`);
  const frequent = [...groups.values()].filter((group) => group.length > maxPerSecond);
  const messages = Map.groupBy(frequent, ([line]) => line?.message ?? '');
  return [...messages].map(([message, seconds]) => {
    const max = Math.max(...seconds.map((group) => group.length));
    return `${max} × ${message}`;
  });
}
