import type { AppContext } from '../app-context.ts';
import type { Config } from '../config.ts';
import { measureInstallation } from '../features/operator/gauges.ts';
import { measureProcess, type Readings } from '../metrics/metrics.ts';
import { reportToPrimary } from '../metrics/processes.ts';
import { serveMetrics } from '../metrics/server.ts';
import { explainListening } from './failures.ts';

type Stop = () => Promise<void>;

/** A worker reports its metrics to the primary process. */
export async function exposeMetrics(
  context: AppContext,
  { isOneOfSeveral }: { isOneOfSeveral: boolean },
): Promise<Stop> {
  const { config, metrics } = context;
  if (!config.metrics) return async () => {};
  measureInstallation(context);
  const stopMeasuring = measureProcess(metrics);
  const stop = isOneOfSeveral ? reportToPrimary(metrics.read) : await openMetricsPort(config, metrics.read);
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
