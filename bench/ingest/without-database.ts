// The same service, except that reports are answered as if they had been stored, without the database.
import { buildApp } from '../../apps/server/src/app.ts';
import { readConfig } from '../../apps/server/src/config.ts';
import { createLog } from '../../apps/server/src/log.ts';
import { openRooms } from '../../apps/server/src/rooms.ts';

const config = readConfig(process.env);
const context = openRooms({
  config,
  secretKey: String(config.secretKey),
  databaseUrl: String(config.databaseUrl),
  log: createLog(config.logLevel),
});

let id = 0;
context.ingest.push = async () => ({ id: ++id, waitMs: null, createdAt: new Date() });

const app = await buildApp(context);
await app.listen({ host: config.host, port: config.port });
console.log('ready');
