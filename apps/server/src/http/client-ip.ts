import { type BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

export interface TrustedProxies {
  ranges: BlockList;
  /** Whether the operator has named them: only then can it be told what a client wrote into the header itself. */
  areNamed: boolean;
}

/** The peer's address or, behind a trusted proxy, the first in `X-Forwarded-For`; with named proxies, the last that is none of them. */
export function clientIp(request: FastifyRequest, proxies: TrustedProxies): string {
  const peer = plainAddress(request.socket.remoteAddress ?? '');
  if (peer === null) return 'unknown';
  const forwarded = request.headers['x-forwarded-for'];
  if (!forwarded || !isTrusted(peer, proxies)) return peer;
  const hops = String(forwarded)
    .split(',')
    .map((hop) => plainAddress(hop.trim()));
  return proxies.areNamed ? lastUntrusted(peer, hops, proxies) : (hops[0] ?? peer);
}

function lastUntrusted(peer: string, hops: (string | null)[], proxies: TrustedProxies): string {
  let client = peer;
  for (const hop of hops.toReversed()) {
    if (hop === null) return client;
    client = hop;
    if (!isTrusted(client, proxies)) return client;
  }
  return client;
}

const isTrusted = (address: string, { ranges }: TrustedProxies) =>
  ranges.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** The canonical form of an address: without port, brackets and zone, and IPv4 as such. Null when it is no address. */
function plainAddress(text: string): string | null {
  if (isIP(text) === 4) return text;
  const bare = text.replace(/^\[([^\]]*)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
  const [address = ''] = bare.split('%', 1);
  return isIP(address) === 0 ? null : ipaddr.process(withoutAlias(address)).toString();
}

/** ipaddr.js takes `::1.2.3.4` for an IPv4-mapped address, which it is not. */
const withoutAlias = (address: string) => address.replace(/^::(?=\d+\.)/, '0::');

/** A network that a client belongs to, and how many times the limit of a single client it has. */
export interface Network {
  name: string;
  factor: number;
}

/** One client mostly has all addresses of an IPv6 /64, and providers hand out /56 and /48 networks to single customers too. */
export function clientNetworks(request: FastifyRequest, proxies: TrustedProxies): [Network, ...Network[]] {
  const address = clientIp(request, proxies);
  if (isIP(address) !== 6) return [{ name: address, factor: 1 }];
  const network = (length: number, factor: number) => ({
    name: `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${length}`)}/${length}`,
    factor,
  });
  return [network(64, 1), network(56, 8), network(48, 64)];
}

/** The largest network of a client: clients of the same one share a turn in queues. */
export function widestNetwork(request: FastifyRequest, proxies: TrustedProxies): string {
  const networks = clientNetworks(request, proxies);
  return (networks.at(-1) ?? networks[0]).name;
}

/** `4` or `6` and the leading bits as digits, so that a block is a prefix of every address in it. Null when it is neither. */
export function readIpBlock(text: string): string | null {
  const [address = '', length, ...rest] = text.split('/');
  // An address with a zone means something on one machine only.
  if (isIP(address) === 0 || address.includes('%') || rest.length > 0) return null;
  const parsed = ipaddr.parse(withoutAlias(address));
  const bits = parsed
    .toByteArray()
    .map((byte) => bitsOfByte[byte])
    .join('');
  if (length !== undefined && (!/^(0|[1-9]\d{0,2})$/.test(length) || Number(length) > bits.length))
    return null;
  const prefix = bits.slice(0, length === undefined ? bits.length : Number(length));
  if (parsed.kind() === 'ipv4') return `4${prefix}`;
  return prefix.startsWith(mappedBits) ? `4${prefix.slice(mappedBits.length)}` : `6${prefix}`;
}

const bitsOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(2).padStart(8, '0'));

/** The prefix `::ffff:0:0/96` of IPv4-mapped IPv6 addresses. */
const mappedBits = '0'.repeat(80) + '1'.repeat(16);
