import pg from 'pg';
import { onTestFinished, vi } from 'vitest';

/** Records every SQL statement of this process until the end of the test. */
export function watchStatements(): string[] {
  const sent: string[] = [];
  const { query } = pg.Client.prototype;
  const watching = vi.spyOn(pg.Client.prototype, 'query');
  watching.mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [statement] = args as [string | { text: string }];
    sent.push(typeof statement === 'string' ? statement : statement.text);
    return Reflect.apply(query, this, args);
  });
  onTestFinished(() => watching.mockRestore());
  return sent;
}
