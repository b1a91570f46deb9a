import type { Metrics } from '../../metrics/metrics.ts';

/** What became of reports whose keys had not used up their minute. */
export interface Tally {
  stored: number;
  quota: number;
  blocklist: number;
}

/** To be called when it is committed. */
export function countReports({ stored, dropped }: Metrics, tally: Tally): void {
  stored.add(tally.stored);
  dropped.quota.add(tally.quota);
  dropped.blocklist.add(tally.blocklist);
}
