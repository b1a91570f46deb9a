import { type BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

export interface TrustedProxies {
  ranges: BlockList;
  /** Whether the operator listed the proxies. Only then can forged entries of the header be detected. */
  areNamed: boolean;
}

/**
 * The peer's IP address or, behind a trusted proxy, the first entry of `X-Forwarded-For`. With listed proxies: the last entry
 * that is not one of them.
 */
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

/** The canonical IP address without port, brackets and zone; IPv4-mapped addresses become IPv4. Null if invalid. */
function plainAddress(text: string): string | null {
  if (isIP(text) === 4) return text;
  const bare = text.replace(/^\[([^\]]*)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
  const [address = ''] = bare.split('%', 1);
  return isIP(address) === 0 ? null : ipaddr.process(withoutAlias(address)).toString();
}

/** ipaddr.js treats `::1.2.3.4` as IPv4-mapped, which it is not. */
const withoutAlias = (address: string) => address.replace(/^::(?=\d+\.)/, '0::');

/** A network of a client, and its multiple of the single-client limit. */
export interface Network {
  name: string;
  factor: number;
}

/** A client usually owns an IPv6 /64, and providers assign /56 and /48 networks to single customers. */
export function clientNetworks(request: FastifyRequest, proxies: TrustedProxies): [Network, ...Network[]] {
  const address = clientIp(request, proxies);
  if (isIP(address) !== 6) return [{ name: address, factor: 1 }];
  const network = (length: number, factor: number) => ({
    name: `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${length}`)}/${length}`,
    factor,
  });
  return [network(64, 1), network(56, 8), network(48, 64)];
}

/** The largest network of a client, which shares a turn in queues. */
export function widestNetwork(request: FastifyRequest, proxies: TrustedProxies): string {
  const networks = clientNetworks(request, proxies);
  return (networks.at(-1) ?? networks[0]).name;
}

/**
 * The leading bits as a string with `4` or `6` in front, so that a CIDR block is a prefix of its addresses. Null if invalid.
 */
export function readIpBlock(text: string): string | null {
  const [address = '', length, ...rest] = text.split('/');
  // Zoned addresses are only meaningful on one machine.
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
