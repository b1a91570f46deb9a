/** The PostgreSQL that this package brings, and the day on which it came out. It changes together with package.json. */
export const bundledRelease = { major: 18, minor: 4, on: '2026-05-14' };

export interface RunningVersion {
  /** Such as `18.4`. */
  number: string;
  /** About how many minor releases there are after it, by the calendar; null for another major version than the package's. */
  releasesAfter: number | null;
}

/** `server_version_num` is 180004 for PostgreSQL 18.4. */
export function describeVersion(versionNumber: number, now = new Date()): RunningVersion {
  const major = Math.floor(versionNumber / 10_000);
  const minor = versionNumber % 10_000;
  return {
    number: `${major}.${minor}`,
    releasesAfter: major === bundledRelease.major ? countReleasesAfter(minor, now) : null,
  };
}

/** The months in which PostgreSQL makes minor releases, on the second Thursday; out of turn it does so only when it must. */
const releaseMonths = [1, 4, 7, 10];

/**
 * About how many minor releases there are after this one, by what the package knew when it was made and by the calendar since
 * then. Nobody is asked, so a release out of turn is not known.
 */
function countReleasesAfter(minor: number, now: Date): number {
  return Math.max(0, bundledRelease.minor + countScheduled(new Date(bundledRelease.on), now) - minor);
}

/** How many days of release lie after one time, up to another. */
function countScheduled(after: Date, upTo: Date): number {
  let count = 0;
  for (let year = after.getUTCFullYear(); year <= upTo.getUTCFullYear(); year++)
    count += releaseMonths
      .map((month) => secondThursday(year, month))
      .filter((day) => day > after && day <= upTo).length;
  return count;
}

const thursday = 4;

function secondThursday(year: number, month: number): Date {
  const first = new Date(Date.UTC(year, month, 1)).getUTCDay();
  return new Date(Date.UTC(year, month, 8 + ((thursday - first + 7) % 7)));
}
