import { tmpdir } from 'node:os';
import { buildApp } from '../../../apps/server/src/app.ts';
import { closeAppContext, createAppContext } from '../../../apps/server/src/app-context.ts';
import { readConfig } from '../../../apps/server/src/config.ts';
import { createLog } from '../../../apps/server/src/log.ts';

/** The OpenAPI document of this checkout. Building the app does not connect to the database. */
export async function readDocument(): Promise<object> {
  const config = readConfig({ DATA_DIR: tmpdir() });
  const databaseUrl = 'postgres://nobody@127.0.0.1:1/nothing';
  const context = createAppContext({
    config,
    secretKey: 'unused',
    databaseUrl,
    log: createLog('silent'),
  });
  const app = await buildApp(context);
  await app.ready();
  const document = app.swagger();
  await app.close();
  await closeAppContext(context);
  return document;
}
