import { lookup, Resolver } from 'node:dns/promises';

/** Every address that a host name has. */
export type Resolve = (hostname: string) => Promise<string[]>;

/**
 * Asks name servers without taking a thread, of which the process has only a few: a name whose server never answers holds
 * nobody up. What they do not know may stand in the machine's own files; that takes a thread, so it is looked up one name
 * after the other.
 */
export function createResolver(): Resolve {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  let turn: Promise<unknown> = Promise.resolve();

  function lookUpInTurn(hostname: string): Promise<string[]> {
    const found = turn.then(async () =>
      (await lookup(hostname, { all: true })).map(({ address }) => address),
    );
    turn = found.catch(() => {});
    return found;
  }

  return async (name) => {
    const hostname = name.replace(/\.$/, '');
    // No name server of the internet knows a name without a dot.
    if (!hostname.includes('.')) return lookUpInTurn(hostname);
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    const silence = answers.find(
      (answer) => answer.status === 'rejected' && answer.reason.code === 'ETIMEOUT',
    );
    if (silence) throw (silence as PromiseRejectedResult).reason;
    return lookUpInTurn(hostname);
  };
}
