import type pg from 'pg';
import { isDatabaseUnreachable } from './errors.ts';

/** The servers of one DATABASE_URL. Every connection of the process shares which of them is in use. */
export interface Servers {
  count: number;
  /** The URL of the server to connect to next. */
  current(): string;
  /** Moves on to the next server, unless another connection has done so already. */
  moveOnFrom(url: string): void;
}

const known = new Map<string, Servers>();

export function serversOf(databaseUrl: string): Servers {
  const servers = known.get(databaseUrl) ?? listServers(databaseUrl);
  known.set(databaseUrl, servers);
  return servers;
}

function listServers(databaseUrl: string): Servers {
  const urls = splitHosts(databaseUrl);
  let index = 0;
  return {
    count: urls.length,
    current: () => urls[index] as string,
    moveOnFrom(url) {
      if (url === urls[index]) index = (index + 1) % urls.length;
    },
  };
}

/** One URL for each host of a libpq URI such as `postgres://user@a:5432,b:5433/skep` or `postgres:///skep?host=a,b`. */
export function splitHosts(databaseUrl: string): string[] {
  const [, start = '', hosts = '', rest = ''] =
    /^([^/]*\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(databaseUrl) ?? [];
  if (hosts.includes(',')) return hosts.split(',').map((host) => start + host + rest);
  const url = URL.parse(databaseUrl);
  const names = url?.searchParams.get('host')?.split(',') ?? [];
  const ports = url?.searchParams.get('port')?.split(',') ?? [];
  if (!url || names.length < 2) return [databaseUrl];
  return names.map((name, index) => {
    const port = ports[index] ?? ports[0];
    url.searchParams.set('host', name);
    if (port) url.searchParams.set('port', port);
    return url.href;
  });
}

/** SQLSTATE read_only_sql_transaction. */
const readOnlyCode = '25006';

export const readOnlyServer = () =>
  Object.assign(new Error('the server is read-only, as a standby is'), { code: readOnlyCode });

export const isReadOnlyServer = (error: unknown): boolean =>
  error instanceof AggregateError
    ? error.errors.some(isReadOnlyServer)
    : (error as { code?: unknown } | undefined)?.code === readOnlyCode;

/** Throws when the server is in recovery, or when its transactions are read-only by default. */
export async function demandWritable(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
  if (rows[0]?.transaction_read_only === 'on') throw readOnlyServer();
}

/** Lets a connection that fails be tried with each of several servers, for as long as one is waited for. */
export function tryEachServer(pool: pg.Pool, servers: Servers, patienceMs: number): void {
  const connectOnce = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  pool.connect = async () => {
    const startedAt = performance.now();
    const failures: Error[] = [];
    for (;;) {
      try {
        return await connectOnce();
      } catch (error) {
        failures.push(error as Error);
        const isOver = failures.length === servers.count || performance.now() - startedAt >= patienceMs;
        if (isOver || !isDatabaseUnreachable(error)) throw failures.length > 1 ? joined(failures) : error;
      }
    }
  };
}

const joined = (failures: Error[]) =>
  new AggregateError(failures, failures.map(({ message }) => message).join('; '));
