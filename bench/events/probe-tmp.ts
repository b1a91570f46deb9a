import { mkdtemp, rm } from 'node:fs/promises';
import { startEmbeddedPostgres } from '../../apps/server/src/db/embedded/index.ts';
import { fillDatabase } from './fill.ts';
import { startServer } from '../server.ts';
import { startClients } from './rpc.ts';
import type { ClientHandlers } from './clients.ts';
import { measureWebhooks } from './webhooks.ts';
const dataDir = await mkdtemp('/tmp/skep-probe-');
const pg = await startEmbeddedPostgres({ dataDir, onProblem: console.error });
const filled = await fillDatabase(pg.url('skep'));
const server = await startServer({ databaseUrl: pg.url('skep'), processes: 2, settings: { WEBHOOK_ALLOW_PRIVATE: 'true' } });
const clients = startClients<ClientHandlers>('./clients.ts');
try { for (const f of await measureWebhooks(server, filled, clients)) console.log(f.name, f.value.toFixed(1), f.unit); }
finally { await clients.stop(); await server.stop(); await filled.db.destroy(); await pg.stop(); await rm(dataDir, { recursive: true, force: true }); }
process.exit();
