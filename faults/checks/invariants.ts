import type { Installation } from '../core/installation.ts';
import type { Check } from './check.ts';
import { checkCounters } from './counters.ts';
import { checkDeliveries } from './deliveries.ts';
import { checkLeftovers } from './leftovers.ts';
import { checkLogs } from './logs.ts';
import { checkReports } from './reports.ts';
import { checkSearch } from './search.ts';

export interface CheckOptions {
  /** Log errors that the fault is known to cause. */
  expectedErrors?: RegExp[];
}

/** Checks all invariants of an installation that has recovered and is idle. */
export async function checkInvariants(
  installation: Installation,
  { expectedErrors = [] }: CheckOptions = {},
): Promise<Check[]> {
  return [
    ...(await checkReports(installation)),
    ...(await checkCounters(installation)),
    ...(await checkDeliveries(installation)),
    ...(await checkLeftovers(installation)),
    ...(await checkSearch(installation)),
    ...checkLogs(installation, expectedErrors),
  ];
}
