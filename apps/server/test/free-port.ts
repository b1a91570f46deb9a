import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the range from which systems take ports for connections: one of those might be taken before the service listens.
 * Tests run in several processes, so each of these has ports of its own.
 */
const lowest = 10_000;
const ofEach = 500;
const from = lowest + (Number(process.env.VITEST_POOL_ID ?? 0) % 40) * ofEach;
let asked = 0;

export async function freePort(): Promise<number> {
  const port = from + (asked++ % ofEach);
  return (await isFree(port)) ? port : freePort();
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
