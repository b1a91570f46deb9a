import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { Family } from './registry.ts';
import { contentType, writeText } from './text.ts';

export interface MetricsPlace {
  host: string;
  port: number;
}

/** Metrics are few and small: whoever asks for them is quick, or is cut off. */
const requestMs = 10_000;

/** Serves `/metrics` on a port of its own; returns how to stop. */
export async function serveMetrics(
  place: MetricsPlace,
  read: () => Promise<Family[]>,
): Promise<() => Promise<void>> {
  const server = createServer(
    { requestTimeout: requestMs, headersTimeout: requestMs },
    ({ url, method }, response) => {
      if (url?.split('?', 1)[0] !== '/metrics') return answer(response, 404, 'Metrics are at /metrics\n');
      if (method !== 'GET' && method !== 'HEAD') return answer(response, 405, 'Method not allowed\n');
      read().then(
        (families) => answer(response, 200, writeText(families)),
        () => answer(response, 500, 'Metrics could not be read\n'),
      );
    },
  );
  server.listen(place);
  await once(server, 'listening');
  return async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
}

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': status === 200 ? contentType : 'text/plain',
    'cache-control': 'no-store',
  });
  response.end(text);
}
