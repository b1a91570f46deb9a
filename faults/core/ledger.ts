import { closeSync, fdatasync, openSync, readFileSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';

/** What became of one attempt to send a report. A connection that broke tells nothing: the report is stored or not. */
export type Outcome = { status: number; id?: number } | 'unknown';

export interface Entry {
  /** Stands in the report itself, and in no other. */
  mark: string;
  projectId: number;
  /** The Idempotency-Key, with which the report is sent again until it is acknowledged. */
  key: string | null;
  /** One for each attempt; an attempt without an outcome was under way when the ledger ended. */
  attempts: Outcome[];
}

/** A file in which every attempt stands before it is made, and its outcome after it. Both are on disk when noting returns. */
export interface Ledger {
  path: string;
  /** Notes an attempt that is about to be made. */
  intend(report: { mark: string; projectId: number; key: string | null }): Promise<void>;
  settle(mark: string, outcome: Outcome): Promise<void>;
  close(): void;
}

const sync = promisify(fdatasync);

export function openLedger(path: string): Ledger {
  const file = openSync(path, 'a');
  let last: Promise<void> = Promise.resolve();
  let batch: { lines: string[]; done: Promise<void> } | undefined;

  /** Group commit: lines that come while others are being written to disk are written together after them. */
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
    intend: (report) => write(report),
    settle: (mark, outcome) => write({ mark, outcome }),
    close: () => closeSync(file),
  };
}

/** Reads the ledger back from its file, which is what counts. */
export function readLedger(path: string): Entry[] {
  const entries = new Map<string, Entry & { sent: number }>();
  for (const line of readFileSync(path, 'utf8').split('\n').filter(Boolean)) {
    const { mark, projectId, key, outcome } = JSON.parse(line);
    const entry: Entry & { sent: number } = entries.get(mark) ?? {
      mark,
      projectId,
      key,
      attempts: [],
      sent: 0,
    };
    if (outcome) entry.attempts.push(outcome);
    else entry.sent++;
    entries.set(mark, entry);
  }
  return [...entries.values()].map(({ sent, ...entry }) => {
    const lost = Array.from({ length: sent - entry.attempts.length }, (): Outcome => 'unknown');
    return { ...entry, attempts: [...entry.attempts, ...lost] };
  });
}

/** The ids with which a report was acknowledged: none, or one, or a fault of the service. */
export const acknowledgedIds = ({ attempts }: Entry): number[] => [
  ...new Set(attempts.flatMap((each) => (each !== 'unknown' && each.status === 201 ? [each.id ?? 0] : []))),
];

/** Whether every attempt was answered, and each with a refusal; 504 says that nobody can know. */
export const isRefused = ({ attempts }: Entry): boolean =>
  attempts.every((each) => each !== 'unknown' && each.status !== 201 && each.status !== 504);
