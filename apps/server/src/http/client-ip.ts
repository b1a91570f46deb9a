import { type BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** Whose `X-Forwarded-For` counts. */
export interface TrustedProxies {
  ranges: BlockList;
  /** Whether somebody has said which they are: then what a client wrote into the header itself never counts. */
  areNamed: boolean;
}

/**
 * The address of a client: that of the peer, unless it is a trusted proxy. Of the addresses that proxies name it is the
 * first one or, when it is known which they are, the last that is none of them.
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

/** From hop to hop for as long as the one that names the next is trusted, and names an address. */
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

/** One spelling for each address: no port, no brackets, no zone, no IPv4 inside IPv6. Null when it is none. */
function plainAddress(text: string): string | null {
  if (isIP(text) === 4) return text;
  const bare = text.replace(/^\[([^\]]*)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
  const [address = ''] = bare.split('%', 1);
  if (isIP(address) === 4) return address;
  if (isIP(address) === 0) return null;
  const spelled = new URL(`http://[${address}]`).hostname.slice(1, -1);
  return ipv4Within(spelled) ?? spelled;
}

/** `::ffff:cb00:7109` is `203.0.113.9`. */
function ipv4Within(address: string): string | null {
  const [, high, low] = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(address) ?? [];
  if (high === undefined || low === undefined) return null;
  const bytes = Buffer.from(high.padStart(4, '0') + low.padStart(4, '0'), 'hex');
  return bytes.join('.');
}

/** What limits count a client by: whoever has one IPv6 address has all that begin with the same 64 bits. */
export const clientNetwork = (request: FastifyRequest, proxies: TrustedProxies) =>
  networkOf(clientIp(request, proxies));

function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const between = Array<string>(8 - head.length - tail.length).fill('0');
  return `${[...head, ...between, ...tail].slice(0, 4).join(':')}::/64`;
}
