import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { createResolver } from './resolver.ts';

const resolve = createResolver();
const freshMs = 30_000;

/** Names that have been found, and until when that is taken for true; and those that are being looked for. */
const found = new Map<string, number>();
const asked = new Map<string, Promise<void>>();

/**
 * Fails unless the host of an address has one, and takes no thread to find out. To be called before anything that looks names up
 * in the usual way (`fetch`, the mail transport): that takes one of the few threads in which all names are looked up, the
 * database's too, for as long as a silent name server keeps it, whatever the timeout of the request. The names are
 * those of the operator, so there are few of them.
 */
export async function demandName({ hostname }: URL): Promise<void> {
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
      (error as { code?: string }).code === 'ETIMEOUT' ? 'no name server answers' : 'no name server knows it';
    throw new Error(`The address of ${name} could not be looked up: ${reason}`, { cause: error });
  } finally {
    asked.delete(name);
  }
}

/** The machine's own file comes before name servers, which may not even be there in a network of its own. */
async function isInHostsFile(name: string): Promise<boolean> {
  const text = await readFile('/etc/hosts', 'utf8').catch(() => '');
  const namesOf = (line: string) => line.replace(/#.*/, '').toLowerCase().split(/\s+/).slice(1);
  return text.split('\n').some((line) => namesOf(line).includes(name.toLowerCase()));
}

/** `fetch` that takes no thread for a name that cannot be looked up. */
export const fetchByName: typeof fetch = async (input, init) => {
  await demandName(new URL(input instanceof Request ? input.url : input));
  return fetch(input, init);
};
