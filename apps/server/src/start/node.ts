import { setTimeout as sleep } from 'node:timers/promises';
import { buildApp } from '../app.ts';
import { startBackground } from '../background.ts';
import type { ContextParts } from '../context.ts';
import { createSeldomLog } from '../log-seldom.ts';
import { closeRooms, openRooms } from '../rooms.ts';
import type { Tracer } from '../tracing/tracer.ts';
import { explainListening } from './failures.ts';
import { exposeMetrics } from './metrics.ts';

/** How long a stop waits for requests. What is not finished by then is cut off, such as a request whose body never comes. */
const requestGraceMs = 8_000;
const idleCheckMs = 100;

/** At first it only says that it is not ready, for as long as load balancers need to notice, and serves on. */
export type Stop = (drainMs: number) => Promise<void>;

/** With `reusePort` (SO_REUSEPORT), several on one machine share their port. */
export async function startNode(
  parts: ContextParts,
  { reusePort = false, isOneOfSeveral = false } = {},
): Promise<Stop> {
  const rooms = openRooms({ ...parts, tracer: await openTracer(parts) });
  try {
    const app = await buildApp(rooms);
    const hideMetrics = await exposeMetrics(rooms, { isOneOfSeveral });
    const place = { host: parts.config.host, port: parts.config.port, reusePort };
    await app.listen(place).catch(explainListening(place));
    const stopBackground = startBackground(rooms);
    return async (drainMs) => {
      rooms.stopping.hasBegun = true;
      await sleep(drainMs);
      const cutOff = setTimeout(() => app.server.closeAllConnections(), requestGraceMs);
      // A connection whose request ends only now would else be kept for the client's next one.
      const letGo = setInterval(() => app.server.closeIdleConnections(), idleCheckMs);
      await app.close();
      clearTimeout(cutOff);
      clearInterval(letGo);
      await stopBackground();
      await hideMetrics();
      await closeRooms(rooms);
    };
  } catch (error) {
    await closeRooms(rooms);
    throw error;
  }
}

async function openTracer({ config, log }: ContextParts): Promise<Tracer | null> {
  if (!config.tracing) return null;
  const { createTracer } = await import('../tracing/tracer.ts');
  return createTracer(config.tracing, createSeldomLog(log));
}
