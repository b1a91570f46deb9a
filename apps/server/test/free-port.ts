import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/**
 * Below the ephemeral range, whose ports could be taken before the service listens. Each process reserves a block by listening
 * on its first port, because test processes and test runs share a machine.
 */
const lowest = 10_000;
const highest = 30_000;
const blockLength = 50;
const blocks = (highest - lowest) / blockLength;

let claimed: Promise<number> | undefined;
let asked = 0;

export async function freePort(): Promise<number> {
  claimed ??= claimBlock();
  const first = await claimed;
  const port = first + 1 + (asked++ % (blockLength - 1));
  const server = await tryToListen(port);
  if (!server) return freePort();
  server.close();
  await once(server, 'close');
  return port;
}

async function claimBlock(): Promise<number> {
  const start = Math.floor(Math.random() * blocks);
  for (let i = 0; i < blocks; i++) {
    const first = lowest + ((start + i) % blocks) * blockLength;
    const server = await tryToListen(first);
    if (server) {
      server.unref();
      return first;
    }
  }
  throw new Error(`No free ports between ${lowest} and ${highest}`);
}

async function tryToListen(port: number): Promise<Server | undefined> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return server;
  } catch {
    return undefined;
  }
}
