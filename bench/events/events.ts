import { report } from '../findings.ts';
import { withPostgres } from '../postgres.ts';
import { startServer } from '../server.ts';
import type { ClientHandlers } from './clients.ts';
import { fillDatabase } from './fill.ts';
import { measureLive } from './live.ts';
import { startClients } from './rpc.ts';
import { measureWebhooks } from './webhooks.ts';

/** Measures how soon and how reliably others hear of changes: open streams, and webhooks of which some hang or fail. */
export async function benchEvents(): Promise<boolean> {
  return withPostgres(async ({ createDatabase, postmasterPid }) => {
    const databaseUrl = await createDatabase('bench');
    const filled = await fillDatabase(databaseUrl, postmasterPid);
    const server = await startServer({
      databaseUrl,
      processes: 2,
      settings: { WEBHOOK_ALLOW_PRIVATE: 'true', WEBHOOKS_PER_SECOND: '100000' },
    });
    const clients = startClients<ClientHandlers>('./clients.ts');
    try {
      const live = await measureLive(server, filled, clients);
      const webhooks = await measureWebhooks(server, filled, clients);
      return report('Live updates and webhooks, two processes', [...live, ...webhooks]);
    } finally {
      await clients.stop();
      await server.stop();
      await filled.db.destroy();
    }
  });
}
