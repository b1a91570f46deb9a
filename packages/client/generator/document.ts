import { tmpdir } from 'node:os';
import { buildApp } from '../../../apps/server/src/app.ts';
import { closeAppContext, createAppContext } from '../../../apps/server/src/app-context.ts';
import { readConfig } from '../../../apps/server/src/config.ts';
import { createLog } from '../../../apps/server/src/log.ts';

/** The OpenAPI document that the server of this checkout serves. It needs no database, because nothing is asked of it. */
export async function readDocument(): Promise<object> {
  const config = readConfig({ DATA_DIR: tmpdir() });
  const databaseUrl = 'postgres://nobody@127.0.0.1:1/nothing';
  const rooms = createAppContext({
    config,
    secretKey: 'signs nothing',
    databaseUrl,
    log: createLog('silent'),
  });
  const app = await buildApp(rooms);
  await app.ready();
  const document = app.swagger();
  await app.close();
  await closeAppContext(rooms);
  return document;
}
