import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../apps/server/test/free-port.ts';
import { report } from './measurements.ts';
import { createTables, withPostgres } from './postgres.ts';
import { startServer } from './server.ts';

const [settleSeconds, seconds] = [15, 30];

/** Measures how many SQL statements an idle process sends. */
export async function benchIdle(): Promise<boolean> {
  return withPostgres(async ({ createDatabase }) => {
    const databaseUrl = await createDatabase('bench');
    await (await createTables(databaseUrl)).destroy();
    const counter = await startCounter(databaseUrl);
    const server = await startServer({ databaseUrl: counter.url, processes: 1 });
    try {
      await sleep(settleSeconds * 1000);
      const before = counter.statements();
      await sleep(seconds * 1000);
      const perSecond = (counter.statements() - before) / seconds;
      return report('SQL statements of an idle process', [
        { name: 'statements', value: perSecond, unit: '/s', threshold: { atMost: 5 } },
      ]);
    } finally {
      await server.stop();
      counter.close();
    }
  });
}

/** A database proxy that counts statements, including `begin` and `commit`. */
async function startCounter(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const path = `${url.searchParams.get('host')}/.s.PGSQL.${url.port || '5432'}`;
  let statements = 0;
  const proxy: Server = createServer((client) => {
    const server = connect(path);
    client.on('error', () => server.destroy()).pipe(server);
    server.on('error', () => client.destroy()).pipe(client);
    countStatements(client, () => statements++);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve));
  return {
    url: `postgres://${url.username}@127.0.0.1:${port}${url.pathname}`,
    statements: () => statements,
    close: () => proxy.close(),
  };
}

/** Parses the frontend protocol: messages are a type byte and a length; the startup message has no type. */
function countStatements(client: Socket, onStatement: () => void): void {
  let rest = Buffer.alloc(0);
  let typeBytes = 0;
  client.on('data', (chunk) => {
    rest = Buffer.concat([rest, chunk as Buffer]);
    while (rest.length >= typeBytes + 4) {
      const length = typeBytes + rest.readInt32BE(typeBytes);
      if (rest.length < length) return;
      // Query and Execute.
      if (typeBytes > 0 && 'QE'.includes(String.fromCharCode(rest[0] as number))) onStatement();
      rest = rest.subarray(length);
      typeBytes = 1;
    }
  });
}
