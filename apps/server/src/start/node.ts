import { buildApp } from '../app.ts';
import { startBackground } from '../background.ts';
import type { ContextParts } from '../context.ts';
import { closeRooms, openRooms } from '../rooms.ts';
import { explainListening } from './listen-failures.ts';

/** Requests that are not finished by then are cut off, such as those whose body never comes. */
const requestGraceMs = 8_000;

/**
 * One serving process. Any number of them share a database, on one machine or on many; with `reusePort`, several of one
 * machine share their port. Returns how to stop it.
 */
export async function startNode(
  parts: ContextParts,
  { reusePort = false } = {},
): Promise<() => Promise<void>> {
  const rooms = openRooms(parts);
  try {
    const app = await buildApp(rooms);
    const place = { host: parts.config.host, port: parts.config.port, reusePort };
    await app.listen(place).catch(explainListening(place));
    const stopBackground = startBackground(rooms);
    return async () => {
      const cutOff = setTimeout(() => app.server.closeAllConnections(), requestGraceMs);
      await app.close();
      clearTimeout(cutOff);
      await stopBackground();
      await closeRooms(rooms);
    };
  } catch (error) {
    await closeRooms(rooms);
    throw error;
  }
}
