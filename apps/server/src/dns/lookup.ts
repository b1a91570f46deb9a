import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { createResolver } from './resolver.ts';

const resolve = createResolver();
const freshMs = 30_000;

/** Resolved names with their expiry, and lookups in progress. */
const found = new Map<string, number>();
const asked = new Map<string, Promise<void>>();

/**
 * Fails if the host name cannot be resolved, without blocking a libuv thread. Call it before `fetch` or the mail transport:
 * their lookups use getaddrinfo, which blocks one of the few threads for as long as a name server is silent, and delays
 * database lookups too. Only operator-configured names come here, so the cache stays small.
 */
export async function requireResolvable({ hostname }: URL): Promise<void> {
  const name = hostname.replace(/^\[|\]$/g, '');
  if (isIP(name) || name === 'localhost' || (found.get(name) ?? 0) > performance.now()) return;
  const asking = asked.get(name) ?? ask(name);
  asked.set(name, asking);
  await asking;
}

async function ask(name: string): Promise<void> {
  try {
    if (!(await isInHostsFile(name))) await resolve(name);
    found.set(name, performance.now() + freshMs);
  } catch (error) {
    const reason =
      (error as { code?: string }).code === 'ETIMEOUT'
        ? 'no name server responded'
        : 'the name does not exist';
    throw new Error(`Cannot resolve ${name}: ${reason}`, { cause: error });
  } finally {
    asked.delete(name);
  }
}

/** /etc/hosts takes precedence, and there may be no name server at all. */
async function isInHostsFile(name: string): Promise<boolean> {
  const text = await readFile('/etc/hosts', 'utf8').catch(() => '');
  const namesOf = (line: string) => line.replace(/#.*/, '').toLowerCase().split(/\s+/).slice(1);
  return text.split('\n').some((line) => namesOf(line).includes(name.toLowerCase()));
}

/** `fetch` that does not block a thread on a name that cannot be resolved. */
export const fetchWithDnsCheck: typeof fetch = async (input, init) => {
  await requireResolvable(new URL(input instanceof Request ? input.url : input));
  return fetch(input, init);
};
