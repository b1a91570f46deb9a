import type { Metrics } from '../../metrics/metrics.ts';

/** What became of reports whose keys had not used up their minute. */
export interface Tally {
  stored: number;
  quota: number;
  blocklist: number;
}

/** To be called when it is committed. */
export function countReports({ stored, dropped }: Metrics, tally: Tally): void {
  stored.inc(tally.stored);
  dropped.inc({ reason: 'quota' }, tally.quota);
  dropped.inc({ reason: 'blocklist' }, tally.blocklist);
}
