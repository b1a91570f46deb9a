import { afterAll } from 'vitest';
import type { TestDatabase } from './harness.ts';
import { type OpenLine, openLine } from './line.ts';

/** Opens a line to the database, which is closed at the end of the file. */
export async function lineTo(database: TestDatabase): Promise<OpenLine> {
  const line = await openLine(database.url);
  afterAll(() => line.close());
  return line;
}
