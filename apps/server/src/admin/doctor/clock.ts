import type { Database } from '../../db/connection.ts';
import { type Finding, ok, problem, warning } from './finding.ts';
import { readServerTime } from './queries.ts';

const littleMs = 3_000;
const muchMs = 60_000;
const howTo = 'Let both keep their time by NTP: limits, tokens and signed addresses depend on it.';

/** How far a clock is ahead of this machine's, when its time was read between two moments. */
export interface OtherClock {
  name: string;
  aheadMs: number;
  /** What the way to it and its own steps leave open. */
  unsureMs: number;
}

export async function readDatabaseClock(db: Database): Promise<OtherClock> {
  // The first statement makes the connection; the second is timed.
  await readServerTime(db);
  const before = Date.now();
  const time = await readServerTime(db);
  const after = Date.now();
  return { name: 'the database', aheadMs: time - (before + after) / 2, unsureMs: (after - before) / 2 };
}

/** A Date header has whole seconds. */
export function readDateHeader(answer: Response, before: number): OtherClock | null {
  const time = Date.parse(answer.headers.get('date') ?? '');
  if (Number.isNaN(time)) return null;
  const after = Date.now();
  const name = new URL(answer.url).host;
  return { name, aheadMs: time + 500 - (before + after) / 2, unsureMs: (after - before) / 2 + 500 };
}

export function judgeClock({ name, aheadMs, unsureMs }: OtherClock): Finding {
  const off = Math.max(Math.abs(aheadMs) - unsureMs, 0);
  if (off < littleMs) return ok(`This machine and ${name} agree on the time`);
  const seconds = Math.round(off / 1000);
  const found = `The clock of ${name} is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine's`;
  return off < muchMs ? warning(found, howTo) : problem(found, howTo);
}
