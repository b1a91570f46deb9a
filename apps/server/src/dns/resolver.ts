import { lookup, Resolver } from 'node:dns/promises';

/** All IP addresses of a host name. */
export type Resolve = (hostname: string) => Promise<string[]>;

/**
 * Queries name servers with c-ares, which needs no thread, so a silent server delays nobody. Names they do not know may be in
 * local files: that lookup needs a thread, so it is done one name at a time.
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
    // Public name servers do not know names without a dot.
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
