import { closeSync, fdatasync, openSync, readFileSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';

/** Outcome of one attempt to send a report. After a broken connection it is unknown whether the report was stored. */
export type Outcome = { status: number; id?: number } | 'unknown';

export interface Entry {
  /** Unique title of the report. */
  marker: string;
  projectId: number;
  /** Idempotency-Key of a report that is retried until acknowledged. */
  key: string | null;
  /** One outcome per attempt; an attempt that was in flight at the end is `unknown`. */
  attempts: Outcome[];
}

/** Write-ahead log of attempts and their outcomes. Each record is synced to disk before the call resolves. */
export interface Ledger {
  path: string;
  /** Call before sending. */
  recordAttempt(report: { marker: string; projectId: number; key: string | null }): Promise<void>;
  recordOutcome(marker: string, outcome: Outcome): Promise<void>;
  close(): void;
}

const sync = promisify(fdatasync);

export function openLedger(path: string): Ledger {
  const file = openSync(path, 'a');
  let last: Promise<void> = Promise.resolve();
  let batch: { lines: string[]; done: Promise<void> } | undefined;

  /** Group commit: lines that arrive during a sync are written together afterwards. */
  function write(line: object): Promise<void> {
    if (!batch) {
      const lines: string[] = [];
      last = last.then(() => {
        batch = undefined;
        return flush(lines.join(''));
      });
      batch = { lines, done: last };
    }
    batch.lines.push(`${JSON.stringify(line)}\n`);
    return batch.done;
  }

  async function flush(text: string): Promise<void> {
    writeSync(file, text);
    await sync(file);
  }

  return {
    path,
    recordAttempt: (report) => write(report),
    recordOutcome: (marker, outcome) => write({ marker, outcome }),
    close: () => closeSync(file),
  };
}

export function readLedger(path: string): Entry[] {
  const entries = new Map<string, Entry & { sent: number }>();
  for (const line of readFileSync(path, 'utf8').split('\n').filter(Boolean)) {
    const { marker, projectId, key, outcome } = JSON.parse(line);
    const entry: Entry & { sent: number } = entries.get(marker) ?? {
      marker,
      projectId,
      key,
      attempts: [],
      sent: 0,
    };
    if (outcome) entry.attempts.push(outcome);
    else entry.sent++;
    entries.set(marker, entry);
  }
  return [...entries.values()].map(({ sent, ...entry }) => {
    const lost = Array.from({ length: sent - entry.attempts.length }, (): Outcome => 'unknown');
    return { ...entry, attempts: [...entry.attempts, ...lost] };
  });
}

/** Distinct ids that the service acknowledged; more than one is a bug. */
export const acknowledgedIds = ({ attempts }: Entry): number[] => [
  ...new Set(attempts.flatMap((each) => (each !== 'unknown' && each.status === 201 ? [each.id ?? 0] : []))),
];

/** True if every attempt was rejected. 504 means that the outcome is unknown. */
export const isRejected = ({ attempts }: Entry): boolean =>
  attempts.every((each) => each !== 'unknown' && each.status !== 201 && each.status !== 504);
