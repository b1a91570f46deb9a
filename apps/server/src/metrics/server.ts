import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { AggregatorRegistry, Registry } from 'prom-client';
import type { Readings } from './metrics.ts';

export interface MetricsAddress {
  host: string;
  port: number;
}

const requestMs = 10_000;

export async function serveMetrics(
  place: MetricsAddress,
  read: () => Promise<Readings>,
): Promise<() => Promise<void>> {
  const server = createServer(
    { requestTimeout: requestMs, headersTimeout: requestMs },
    ({ url, method }, response) => {
      if (url?.split('?', 1)[0] !== '/metrics') return answer(response, 404, 'Metrics are at /metrics\n');
      if (method !== 'GET' && method !== 'HEAD') return answer(response, 405, 'Method not allowed\n');
      read()
        .then((readings) => AggregatorRegistry.aggregate([readings]).metrics())
        .then(
          (text) => answer(response, 200, text),
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
    'content-type': status === 200 ? Registry.PROMETHEUS_CONTENT_TYPE : 'text/plain',
    'cache-control': 'no-store',
  });
  response.end(text);
}
