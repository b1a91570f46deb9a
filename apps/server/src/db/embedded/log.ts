import { type FileHandle, open, readFile } from 'node:fs/promises';
import { StartError } from '../../start-error.ts';
import type { ServerUser } from './user.ts';

const roomForLog = 1024 * 1024;
const linesQuoted = 12;

/** Opened in append mode, so that a server that still writes to it survives the truncation. */
export async function openLog(file: string, user: ServerUser | null): Promise<FileHandle> {
  const log = await open(file, 'a', 0o600);
  // A log made by root must stay writable when the service later runs as the owner of the data.
  if (user) await log.chown(user.uid, user.gid);
  if ((await log.stat()).size > roomForLog) await log.truncate(0);
  return log;
}

export async function appendToLog(file: string, user: ServerUser | null, text: string): Promise<void> {
  const log = await openLog(file, user);
  try {
    await log.appendFile(text.endsWith('\n') ? text : `${text}\n`);
  } finally {
    await log.close();
  }
}

export async function readLogFrom(file: string, position: number): Promise<string> {
  const text = await readFile(file).catch(() => Buffer.alloc(0));
  return text.subarray(position).toString('utf8');
}

/** One sentence about what to do, followed by the words of PostgreSQL itself. */
export function failureWithLog(sentence: string, logFile: string, output: string): StartError {
  const lines = output.trim().split('\n').slice(-linesQuoted);
  const advice = /No space left on device/.test(output)
    ? 'The disk is full: free some space and start again.'
    : 'Correct what its log says and start again, or set DATABASE_URL to use a PostgreSQL of your own.';
  return new StartError(`${sentence} ${advice} The log ${logFile} ends with:\n${lines.join('\n')}`);
}
