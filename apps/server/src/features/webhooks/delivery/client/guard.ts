import { isIP, type LookupFunction } from 'node:net';
import type { Resolve } from '../../../../names/resolver.ts';
import { isPublicAddress, ownAddresses } from './public-address.ts';

/** An address that a webhook must not lead to. */
export class RefusedAddress extends Error {
  constructor() {
    super('The address leads to a private, local or reserved network');
  }
}

/** Keeps webhooks out of networks that are not public. */
export interface Guard {
  /** Throws when one of the addresses that the host has is refused. */
  check(host: string): Promise<void>;
  /** For a connection: it goes to an address that was checked, whatever the name means a moment later. */
  lookup: LookupFunction;
}

export interface GuardOptions {
  allowPrivate: boolean;
  resolve: Resolve;
  /** Addresses of the machine itself, which can change while it runs. */
  own?: () => string[];
}

export function createGuard({ allowPrivate, resolve, own = ownAddresses }: GuardOptions): Guard {
  async function permittedAddresses(host: string): Promise<string[]> {
    const addresses = isIP(host) ? [host] : await resolve(host);
    if (allowPrivate) return addresses;
    const ones = own();
    if (!addresses.every((address) => isPublicAddress(address, ones))) throw new RefusedAddress();
    return addresses;
  }

  return {
    check: async (host) => void (await permittedAddresses(host)),
    lookup(hostname, { all }, callback) {
      permittedAddresses(hostname).then(
        (addresses) => {
          const found = addresses.map((address) => ({ address, family: isIP(address) }));
          if (all) callback(null, found);
          else callback(null, found[0]?.address ?? '', found[0]?.family);
        },
        (error) => callback(error, ''),
      );
    },
  };
}
