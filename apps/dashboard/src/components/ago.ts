const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Largest first; a month counts as 30 days. */
const units = [
  ['year', 365 * day],
  ['month', 30 * day],
  ['week', 7 * day],
  ['day', day],
  ['hour', hour],
  ['minute', minute],
] as const;

const words = new Intl.RelativeTimeFormat('en');

/** Age for use in a sentence: "5 minutes ago". Never in the future, even if clocks differ. */
export function agoOf(at: string, now = Date.now()): string {
  const age = now - Date.parse(at);
  if (Number.isNaN(age)) return '';
  const unit = units.find(([, ms]) => age >= ms);
  return unit ? words.format(-Math.floor(age / unit[1]), unit[0]) : 'just now';
}
