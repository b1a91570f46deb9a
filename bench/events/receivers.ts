import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Deliveries to one healthy target: bug id and time of each. */
export interface Received {
  bugIds: number[];
  times: number[];
}

interface Target extends Received {
  server: Server;
}

const healthy: Target[] = [];
const failing: Server[] = [];
let total = 0;

/** Opens healthy targets that respond at once, one that never responds and one that always returns 500. */
export async function openTargets({
  count,
}: {
  count: number;
}): Promise<{ healthy: string[]; failing: string[] }> {
  const urls: string[] = [];
  for (let index = 0; index < count; index++) {
    const target: Received = { bugIds: [], times: [] };
    const server = createServer((request, response) => take(target, request, response));
    urls.push(await listen(server));
    healthy.push(Object.assign(target, { server }));
  }
  failing.push(
    createServer(() => {}),
    createServer((_request, response) => void response.writeHead(500).end()),
  );
  return { healthy: urls, failing: await Promise.all(failing.map(listen)) };
}

export const countReceived = (): number => total;

/** Returns and clears the deliveries of each healthy target. */
export function takeReceived(): Received[] {
  return healthy.map((target) => ({ bugIds: target.bugIds.splice(0), times: target.times.splice(0) }));
}

async function take(target: Received, request: IncomingMessage, response: ServerResponse): Promise<void> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  target.bugIds.push(JSON.parse(text).bug.id);
  target.times.push(Date.now());
  total++;
  response.writeHead(204).end();
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
