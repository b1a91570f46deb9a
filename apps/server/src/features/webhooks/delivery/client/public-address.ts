import { networkInterfaces } from 'node:os';
import { readIpBlock } from '../../../../http/ip-block.ts';

/**
 * Addresses that are not everybody's to reach: what a webhook finds there is the operator's own. All that IANA's registries
 * of special purposes hold, and what clouds have put elsewhere.
 */
const refusedRanges = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8',
  '100.64.0.0/10', // behind a provider's translation
  '127.0.0.0/8',
  '168.63.129.16/32', // the host of an Azure machine
  '169.254.0.0/16', // link-local; metadata of clouds
  '172.16.0.0/12',
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // answers of AS112
  '192.52.193.0/24', // multicast through tunnels
  '192.88.99.0/24', // relays from 6to4
  '192.168.0.0/16',
  '192.175.48.0/24', // answers of AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved; broadcast
  '2001::/23', // protocol assignments, Teredo among them
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // answers of AS112
  '3fff::/20', // documentation
];

/** Those that the machine itself has, public ones too: what listens there may be meant for it alone. */
export function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((ones = []) => ones.map(({ address }) => address));
}

const bitsOf = (range: string) => readIpBlock(range) as string;

const refused = refusedRanges.map(bitsOf);
/** Of IPv6 only these are given out for public use so far. */
const globalUnicast = bitsOf('2000::/3');
/** How a network without IPv4 writes an IPv4 address. */
const translated = bitsOf('64:ff9b::/96');

/** Whether an address is one that anybody on the internet can reach, and none of these, however it is spelled. */
export function isPublicAddress(address: string, own: string[] = []): boolean {
  const bits = bitsOfAddress(address);
  return bits !== null && isPublic(bits) && !own.some((one) => bitsOfAddress(one) === bits);
}

function bitsOfAddress(address: string): string | null {
  const bits = readIpBlock(address);
  return bits?.startsWith(translated) ? `4${bits.slice(translated.length)}` : bits;
}

function isPublic(bits: string): boolean {
  const isGivenOut = bits.startsWith('4') || bits.startsWith(globalUnicast);
  return isGivenOut && !refused.some((range) => bits.startsWith(range));
}
