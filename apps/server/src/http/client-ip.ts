import { type BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** The proxies whose `X-Forwarded-For` header is believed. */
export interface TrustedProxies {
  ranges: BlockList;
  /** Whether the operator has named them: only then can it be told what a client wrote into the header itself. */
  areNamed: boolean;
}

/**
 * The address of a client. It is the peer's, unless the peer is a trusted proxy. Then it is the first address in
 * `X-Forwarded-For` or, when the operator has named the proxies, the last one that is none of them.
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

/** Walks back from the peer, for as long as a hop is a trusted proxy and names a valid address before it. */
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
  if (isIP(address) === 4) return address;
  if (isIP(address) === 0) return null;
  const spelled = new URL(`http://[${address}]`).hostname.slice(1, -1);
  return ipv4Within(spelled) ?? spelled;
}

/** The IPv4 address within an IPv4-mapped IPv6 address: `::ffff:cb00:7109` is `203.0.113.9`. */
function ipv4Within(address: string): string | null {
  const [, high, low] = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(address) ?? [];
  if (high === undefined || low === undefined) return null;
  const bytes = Buffer.from(high.padStart(4, '0') + low.padStart(4, '0'), 'hex');
  return bytes.join('.');
}

/** A network that a client belongs to, and how many times the limit of a single client it has. */
export interface Network {
  name: string;
  factor: number;
}

/**
 * The networks that limits know a client by: its IPv4 address, or its IPv6 /64, /56 and /48. One client mostly has all
 * addresses of a /64, and providers hand out /56 and /48 networks to single customers too.
 */
export function clientNetworks(request: FastifyRequest, proxies: TrustedProxies): [Network, ...Network[]] {
  const address = clientIp(request, proxies);
  if (isIP(address) !== 6) return [{ name: address, factor: 1 }];
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const between = Array<string>(8 - head.length - tail.length).fill('0');
  const [a, b, c, d = '0'] = [...head, ...between, ...tail];
  const upper = (Number.parseInt(d, 16) & 0xff00).toString(16);
  return [
    { name: `${a}:${b}:${c}:${d}::/64`, factor: 1 },
    { name: `${a}:${b}:${c}:${upper}::/56`, factor: 8 },
    { name: `${a}:${b}:${c}::/48`, factor: 64 },
  ];
}

/** The largest network of a client: clients of the same one share a turn in queues. */
export function widestNetwork(request: FastifyRequest, proxies: TrustedProxies): string {
  const networks = clientNetworks(request, proxies);
  return (networks.at(-1) ?? networks[0]).name;
}
