import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** A TCP proxy to the database that can be cut and restored. */
export interface TcpProxy {
  /** The database URL through the proxy. */
  url: string;
  cut(): void;
  /** Blocks traffic without closing connections, like a network partition. */
  silence(): void;
  mend(): void;
  /** Routes new connections to another server. */
  routeTo(databaseUrl: string): void;
  close(): void;
}

/** Opens a proxy with an optional delay in each direction. */
export async function openTcpProxy(databaseUrl: string, { delayMs = 0 } = {}): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let isCut = false;
  let isSilent = false;
  let target = databaseUrl;
  const server = createServer((inside) => {
    const outside = connect(addressOf(target));
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
      if (isSilent) continue;
      if (delayMs > 0) socket.pipe(late(delayMs)).pipe(peer);
      else socket.pipe(peer);
    }
    if (isCut) inside.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const url = new URL(databaseUrl);
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
    routeTo(other) {
      target = other;
    },
    close() {
      hangUp();
      server.close();
    },
  };
}

/** Delays every chunk without blocking later ones. */
function late(ms: number): Transform {
  return new Transform({
    transform(chunk, _encoding, done) {
      setTimeout(() => this.push(chunk), ms);
      done();
    },
    flush(done) {
      setTimeout(done, ms);
    },
  });
}

function addressOf(databaseUrl: string): NetConnectOpts {
  const url = new URL(databaseUrl);
  const folder = url.searchParams.get('host');
  const port = Number(url.port || 5432);
  return folder?.startsWith('/') ? { path: `${folder}/.s.PGSQL.${port}` } : { host: url.hostname, port };
}
