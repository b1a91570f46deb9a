const form =
  /^(\d{4})-(\d\d)-(\d\d)(?:T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,9}))?)?(?:Z|([+-])([01]\d|2[0-3]):?([0-5]\d)?))?$/;

/** No bug is from before or after these, and the database has a date for each. */
const [earliest, latest] = [0, Date.UTC(9999, 11, 31)];

/**
 * Reads a time of ISO 8601 with its zone, or a date, which is its midnight UTC. Undefined when the text is neither. What is
 * finer than a millisecond is rounded up: no bug has such a time, so the same bugs are before it and after it.
 */
export function readTime(text: string): Date | undefined {
  const [isTime, year, month, day, hour, minute, second, fraction = '', sign, zoneHour, zoneMinute] =
    form.exec(text) ?? [];
  if (isTime === undefined) return undefined;
  const date = new Date(`${year}-${month}-${day}T00:00:00.000Z`);
  // A day that its month does not have is either no date at all or one of the next month.
  if (Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day)) return undefined;
  const seconds = 3600 * Number(hour ?? 0) + 60 * Number(minute ?? 0) + Number(second ?? 0);
  const zoneSeconds = 3600 * Number(zoneHour ?? 0) + 60 * Number(zoneMinute ?? 0);
  const offset = (sign === '-' ? zoneSeconds : -zoneSeconds) + seconds;
  const ms = date.getTime() + 1000 * offset + Math.ceil(Number(`0.${fraction || 0}`) * 1000);
  return new Date(Math.min(Math.max(ms, earliest), latest));
}
