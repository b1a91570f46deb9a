import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../apps/server/src/db/embedded.ts';
import { report } from '../findings.ts';
import { startServer } from '../server.ts';
import type { ClientHandlers } from './clients.ts';
import { fillDatabase } from './fill.ts';
import { measureLive } from './live.ts';
import { startClients } from './rpc.ts';
import { measureWebhooks } from './webhooks.ts';

/** Measures how soon and how reliably others hear of changes: open streams, and webhooks of which some hang or fail. */
export async function benchEvents(): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'skep-bench-'));
  const cleanUps = [() => rm(dataDir, { recursive: true, force: true })];
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, onProblem: console.error });
    cleanUps.push(postgres.stop);
    const filled = await fillDatabase(postgres.url('skep'));
    cleanUps.push(() => filled.db.destroy());
    const server = await startServer({
      databaseUrl: postgres.url('skep'),
      processes: 2,
      settings: { WEBHOOK_ALLOW_PRIVATE: 'true', WEBHOOKS_PER_SECOND: '100000' },
    });
    cleanUps.push(server.stop);
    const clients = startClients<ClientHandlers>('./clients.ts');
    cleanUps.push(clients.stop);
    const live = await measureLive(server, filled, clients);
    const webhooks = await measureWebhooks(server, filled, clients);
    return report('Live updates and webhooks, two processes', [...live, ...webhooks]);
  } finally {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  }
}
