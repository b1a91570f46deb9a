const form =
  /^(\d{4})-(\d\d)-(\d\d)(?:T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,9}))?)?(?:Z|([+-])([01]\d|2[0-3]):?([0-5]\d)?))?$/;

/** The range of dates that the database accepts. */
const [earliest, latest] = [0, Date.UTC(9999, 11, 31)];

/**
 * Parses an ISO 8601 time with a zone, or a date as midnight UTC. Fractions below a millisecond are rounded up, which does not
 * change any comparison.
 */
export function readTime(text: string): Date | undefined {
  const [isTime, year, month, day, hour, minute, second, fraction = '', sign, zoneHour, zoneMinute] =
    form.exec(text) ?? [];
  if (isTime === undefined) return undefined;
  const date = new Date(`${year}-${month}-${day}T00:00:00.000Z`);
  // Rejects days that the month does not have.
  if (Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day)) return undefined;
  const seconds = 3600 * Number(hour ?? 0) + 60 * Number(minute ?? 0) + Number(second ?? 0);
  const zoneSeconds = 3600 * Number(zoneHour ?? 0) + 60 * Number(zoneMinute ?? 0);
  const offset = (sign === '-' ? zoneSeconds : -zoneSeconds) + seconds;
  const ms = date.getTime() + 1000 * offset + Math.ceil(Number(`0.${fraction || 0}`) * 1000);
  return new Date(Math.min(Math.max(ms, earliest), latest));
}
