const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'medium' });
const thisYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const otherYears = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric' });

/** Short age in its largest unit; the date after four weeks. Never negative, even if clocks differ. */
export function ageOf(at: string, now = Date.now()): string {
  const age = now - Date.parse(at);
  if (Number.isNaN(age)) return '';
  if (age < minute) return 'now';
  if (age < hour) return `${Math.floor(age / minute)}m`;
  if (age < day) return `${Math.floor(age / hour)}h`;
  if (age < 7 * day) return `${Math.floor(age / day)}d`;
  if (age < 28 * day) return `${Math.floor(age / (7 * day))}w`;
  const date = new Date(at);
  const isThisYear = date.getFullYear() === new Date(now).getFullYear();
  return (isThisYear ? thisYear : otherYears).format(date);
}

export function exactly(at: string): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? at : exact.format(date);
}

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One shared timer for all ages; stopped while there are none. */
export function whenMinutesPass(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, minute / 2);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
