import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What one healthy target has received: the bug of each delivery, and when it came. */
export interface Received {
  bugIds: number[];
  times: number[];
}

interface Target extends Received {
  server: Server;
}

const healthy: Target[] = [];
const sick: Server[] = [];
let total = 0;

/** Opens targets that answer at once, each on a port of its own, and two sick ones: one never answers, and one always fails. */
export async function openTargets({
  count,
}: {
  count: number;
}): Promise<{ healthy: string[]; sick: string[] }> {
  const urls: string[] = [];
  for (let index = 0; index < count; index++) {
    const target: Received = { bugIds: [], times: [] };
    const server = createServer((request, response) => take(target, request, response));
    urls.push(await listen(server));
    healthy.push(Object.assign(target, { server }));
  }
  sick.push(
    createServer(() => {}),
    createServer((_request, response) => void response.writeHead(500).end()),
  );
  return { healthy: urls, sick: await Promise.all(sick.map(listen)) };
}

/** How many deliveries the healthy targets have received so far. */
export const countReceived = (): number => total;

/** Returns what each healthy target has received, and begins anew. */
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
