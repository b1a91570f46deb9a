/** The servers of one DATABASE_URL. All connections of the process share the current one. */
export interface Servers {
  count: number;
  current(): string;
  moveOnFrom(url: string): void;
}

const known = new Map<string, Servers>();

export function serversOf(databaseUrl: string): Servers {
  const before = known.get(databaseUrl);
  if (before) return before;
  const urls = splitHosts(databaseUrl);
  let index = 0;
  const servers: Servers = {
    count: urls.length,
    current: () => urls[index] as string,
    moveOnFrom(url) {
      if (url === urls[index]) index = (index + 1) % urls.length;
    },
  };
  known.set(databaseUrl, servers);
  return servers;
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

const readOnlyCode = '25006';

export const readOnlyServer = () =>
  Object.assign(new Error('the server is read-only (standby)'), { code: readOnlyCode });

export const isReadOnlyServer = (error: unknown): boolean =>
  error instanceof AggregateError
    ? error.errors.some(isReadOnlyServer)
    : (error as { code?: unknown } | undefined)?.code === readOnlyCode;
