import { type Context, type ContextParts, closeContext, createContext } from './context.ts';
import { createApiKeyCache } from './features/api-key-cache/api-key-cache.ts';
import { type IngestContext, IngestQueue } from './features/ingest/queue.ts';
import { createWebhookClient, type DeliveryContext } from './features/webhooks/delivery/client.ts';

/** The context plus the in-memory state of single features. */
export interface AppContext extends Context, IngestContext, DeliveryContext {
  /** Set when shutdown begins. Requests are still answered, but with `Connection: close`. */
  stopping: { hasBegun: boolean };
}

export function createAppContext(parts: ContextParts): AppContext {
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

export async function closeAppContext(context: AppContext): Promise<void> {
  await context.ingest.stop();
  await closeContext(context);
}
