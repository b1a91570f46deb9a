import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { afterAll } from 'vitest';
import type { TestDatabase } from './harness.ts';

/** A TCP proxy to the database, which can be cut and mended. */
export interface DatabaseLine extends TestDatabase {
  cut(): void;
  /** Lets nothing through any more without closing connections, as a network partition does. */
  silence(): void;
  mend(): void;
}

export async function lineTo(database: TestDatabase): Promise<DatabaseLine> {
  const sockets = new Set<Socket>();
  let isCut = false;
  let isSilent = false;
  const server = createServer((inside) => {
    const outside = connect(addressOf(database.url));
    for (const [socket, peer] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      sockets.add(socket);
      socket
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(socket);
          peer.destroy();
        });
      if (!isSilent) socket.pipe(peer);
    }
    if (isCut) inside.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => void server.close());

  const url = new URL(database.url);
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as { port: number }).port);
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    cut() {
      isCut = true;
      hangUp();
    },
    silence() {
      isSilent = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    mend() {
      if (isSilent) hangUp();
      isCut = false;
      isSilent = false;
    },
  };
}

function addressOf(databaseUrl: string): NetConnectOpts {
  const url = new URL(databaseUrl);
  const folder = url.searchParams.get('host');
  const port = Number(url.port || 5432);
  return folder?.startsWith('/') ? { path: `${folder}/.s.PGSQL.${port}` } : { host: url.hostname, port };
}
