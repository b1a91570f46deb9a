import { type Context, type ContextParts, closeContext, createContext } from './context.ts';
import { createApiKeyCache } from './features/api-key-cache/api-key-cache.ts';
import { type IngestContext, IngestQueue } from './features/ingest/queue.ts';
import { createWebhookClient, type DeliveryContext } from './features/webhooks/delivery/client.ts';

/** The context, and what single rooms keep in memory for as long as the process runs. */
export interface Rooms extends Context, IngestContext, DeliveryContext {
  /** From when it has begun, this process wants no further requests, although it still answers them. */
  stopping: { hasBegun: boolean };
}

export function openRooms(parts: ContextParts): Rooms {
  const { config, databaseUrl } = parts;
  const context = createContext(parts);
  return {
    ...context,
    stopping: { hasBegun: false },
    apiKeys: createApiKeyCache(context.pools.following),
    ingest: new IngestQueue(databaseUrl, context.poolParts),
    webhookClient: createWebhookClient({ allowPrivate: config.webhookAllowPrivate }),
  };
}

export async function closeRooms(rooms: Rooms): Promise<void> {
  await rooms.ingest.stop();
  await closeContext(rooms);
}
