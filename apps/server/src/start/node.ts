import { setTimeout as sleep } from 'node:timers/promises';
import { buildApp } from '../app.ts';
import { closeAppContext, createAppContext } from '../app-context.ts';
import { startBackground } from '../background.ts';
import type { ContextParts } from '../context.ts';
import { createThrottledLog } from '../throttled-log.ts';
import type { Tracer } from '../tracing/tracer.ts';
import { explainListening } from './failures.ts';
import { exposeMetrics } from './metrics.ts';

/** How long shutdown waits for requests before it closes their connections. */
const requestGraceMs = 8_000;
const idleCheckMs = 100;

/** First fails the readiness check for `drainMs` while still serving, so that load balancers notice. */
export type Stop = (drainMs: number) => Promise<void>;

/** With `reusePort` (SO_REUSEPORT), several processes share the port. */
export async function startNode(
  parts: ContextParts,
  { reusePort = false, isOneOfSeveral = false } = {},
): Promise<Stop> {
  const context = createAppContext({ ...parts, tracer: await openTracer(parts) });
  try {
    const app = await buildApp(context);
    const hideMetrics = await exposeMetrics(context, { isOneOfSeveral });
    const place = { host: parts.config.host, port: parts.config.port, reusePort };
    await app.listen(place).catch(explainListening(place));
    const stopBackground = startBackground(context);
    return async (drainMs) => {
      context.stopping.hasBegun = true;
      await sleep(drainMs);
      const cutOff = setTimeout(() => app.server.closeAllConnections(), requestGraceMs);
      // Otherwise connections whose request ends now would be kept alive.
      const closeIdle = setInterval(() => app.server.closeIdleConnections(), idleCheckMs);
      await app.close();
      clearTimeout(cutOff);
      clearInterval(closeIdle);
      await stopBackground();
      await hideMetrics();
      await closeAppContext(context);
    };
  } catch (error) {
    await closeAppContext(context);
    throw error;
  }
}

async function openTracer({ config, log }: ContextParts): Promise<Tracer | null> {
  if (!config.tracing) return null;
  const { createTracer } = await import('../tracing/tracer.ts');
  return createTracer(config.tracing, createThrottledLog(log));
}
