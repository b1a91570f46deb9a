import { afterAll } from 'vitest';
import type { TestDatabase } from './harness.ts';
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts';

/** Opens a proxy to the database, which is closed at the end of the file. */
export async function proxyTo(database: TestDatabase): Promise<TcpProxy> {
  const line = await openTcpProxy(database.url);
  afterAll(() => line.close());
  return line;
}
