import type { Config } from '../config.ts';
import { tellInstallation } from '../features/operator/gauges.ts';
import { measureProcess, type Readings } from '../metrics/metrics.ts';
import { tellParent } from '../metrics/processes.ts';
import { serveMetrics } from '../metrics/server.ts';
import type { Rooms } from '../rooms.ts';
import { explainListening } from './failures.ts';

type Stop = () => Promise<void>;

/** One of several processes tells its metrics to the one that started it. */
export async function exposeMetrics(
  rooms: Rooms,
  { isOneOfSeveral }: { isOneOfSeveral: boolean },
): Promise<Stop> {
  const { config, metrics } = rooms;
  if (!config.metrics) return async () => {};
  tellInstallation(rooms);
  const stopMeasuring = measureProcess(metrics);
  const stop = isOneOfSeveral ? tellParent(metrics.read) : await openMetricsPort(config, metrics.read);
  return async () => {
    stopMeasuring();
    await stop();
  };
}

export async function openMetricsPort(
  { metrics: place }: Config,
  read: () => Promise<Readings>,
): Promise<Stop> {
  if (!place) return async () => {};
  return serveMetrics(place, read).catch(explainListening(place, 'METRICS_'));
}
