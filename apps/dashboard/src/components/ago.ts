const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** From the largest on; a month is counted as 30 days. */
const units = [
  ['year', 365 * day],
  ['month', 30 * day],
  ['week', 7 * day],
  ['day', day],
  ['hour', hour],
  ['minute', minute],
] as const;

const words = new Intl.RelativeTimeFormat('en');

/** The age as one would say it within a sentence: "joined 5 minutes ago". A clock that is ahead makes no future of it. */
export function agoOf(at: string, now = Date.now()): string {
  const age = now - Date.parse(at);
  if (Number.isNaN(age)) return '';
  const unit = units.find(([, ms]) => age >= ms);
  return unit ? words.format(-Math.floor(age / unit[1]), unit[0]) : 'just now';
}
