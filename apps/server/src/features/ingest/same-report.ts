import { isDeepStrictEqual } from 'node:util';
import type { Report } from '@skep/vocabulary';

/** A report, and whether its user agent was in the body, rather than only in the header of the request. */
export interface SentReport {
  report: Report;
  hasUserAgent: boolean;
}

/**
 * Compares reports by their values: `extra` may be spelled differently. A user agent that came from the header is not
 * compared, because a repeat may be sent by another client.
 */
export function isSameReport(one: SentReport, other: SentReport): boolean {
  return isDeepStrictEqual(comparableValues(one), comparableValues(other));
}

const comparableValues = ({ report, hasUserAgent }: SentReport) => ({
  ...report,
  user_agent: hasUserAgent ? report.user_agent : undefined,
  extra: report.extra === null ? null : JSON.parse(report.extra),
});
