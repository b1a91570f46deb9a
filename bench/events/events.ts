import { report } from '../measurements.ts';
import { withPostgres } from '../postgres.ts';
import { startServer } from '../server.ts';
import type { ClientHandlers } from './clients.ts';
import { measureLive } from './live.ts';
import { startClients } from './rpc.ts';
import { seedDatabase } from './seed.ts';
import { measureWebhooks } from './webhooks.ts';

/** Measures latency and reliability of live streams and of webhooks, some of which hang or fail. */
export async function benchEvents(): Promise<boolean> {
  return withPostgres(async ({ createDatabase, postmasterPid }) => {
    const databaseUrl = await createDatabase('bench');
    const seed = await seedDatabase(databaseUrl, postmasterPid);
    const server = await startServer({
      databaseUrl,
      processes: 2,
      settings: { WEBHOOK_ALLOW_PRIVATE: 'true', WEBHOOKS_PER_SECOND: '100000' },
    });
    const clients = startClients<ClientHandlers>('./clients.ts');
    try {
      const live = await measureLive(server, seed, clients);
      const webhooks = await measureWebhooks(server, seed, clients);
      return report('Live updates and webhooks, two processes', [...live, ...webhooks]);
    } finally {
      await clients.stop();
      await server.stop();
      await seed.db.destroy();
    }
  });
}
