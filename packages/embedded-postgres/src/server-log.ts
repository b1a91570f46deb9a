import { type FileHandle, open, readFile } from 'node:fs/promises';
import { EmbeddedPostgresError } from './errors.ts';
import type { Layout } from './layout.ts';
import { orSetDatabaseUrl } from './owner.ts';

const roomForLog = 1024 * 1024;
const linesQuoted = 12;

/** Opens the log, and empties it when it is large. Append mode lets a server that still writes to it survive the truncation. */
export async function openLog({ logFile, user }: Layout): Promise<FileHandle> {
  const log = await open(logFile, 'a', 0o600);
  // A log made by root must stay writable when the service later runs as the owner of the data.
  if (user) await log.chown(user.uid, user.gid);
  if ((await log.stat()).size > roomForLog) await log.truncate(0);
  return log;
}

export async function appendToLog(layout: Layout, text: string): Promise<void> {
  const log = await openLog(layout);
  try {
    await log.appendFile(text.endsWith('\n') ? text : `${text}\n`);
  } finally {
    await log.close();
  }
}

export async function readLogFrom({ logFile }: Layout, position: number): Promise<string> {
  const text = await readFile(logFile).catch(() => Buffer.alloc(0));
  return text.subarray(position).toString('utf8');
}

/** An error that says what to do, followed by the last lines of PostgreSQL's own output. */
export function failureWithLog(
  sentence: string,
  { logFile, words }: Layout,
  output: string,
): EmbeddedPostgresError {
  const lines = output.trim().split('\n').slice(-linesQuoted);
  const advice = /No space left on device/.test(output)
    ? 'The disk is full: free some space and start again.'
    : `Correct what its log says and start again${orSetDatabaseUrl(words)}`;
  return new EmbeddedPostgresError(
    `${sentence} ${advice} The log ${logFile} ends with:\n${lines.join('\n')}`,
  );
}
