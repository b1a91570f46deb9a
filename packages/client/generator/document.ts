import { tmpdir } from 'node:os';
import { buildApp } from '../../../apps/server/src/app.ts';
import { readConfig } from '../../../apps/server/src/config.ts';
import { createLog } from '../../../apps/server/src/log.ts';
import { closeRooms, openRooms } from '../../../apps/server/src/rooms.ts';

/** The OpenAPI document that the server of this checkout serves. It needs no database, because nothing is asked of it. */
export async function readDocument(): Promise<object> {
  const config = readConfig({ DATA_DIR: tmpdir() });
  const databaseUrl = 'postgres://nobody@127.0.0.1:1/nothing';
  const rooms = openRooms({ config, secretKey: 'signs nothing', databaseUrl, log: createLog('silent') });
  const app = await buildApp(rooms);
  await app.ready();
  const document = app.swagger();
  await app.close();
  await closeRooms(rooms);
  return document;
}
