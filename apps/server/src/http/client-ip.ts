import { type BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** The address that per-client limits count: the first hop that a trusted proxy names, or the peer itself. */
export function clientIp(request: FastifyRequest, trustedProxies: BlockList): string {
  const peer = plainAddress(request.socket.remoteAddress ?? '') ?? 'unknown';
  const forwarded = request.headers['x-forwarded-for'];
  if (!forwarded || !isIP(peer) || !trustedProxies.check(peer, isIP(peer) === 6 ? 'ipv6' : 'ipv4'))
    return peer;
  const [firstHop = ''] = String(forwarded).split(',');
  return plainAddress(firstHop.trim()) ?? peer;
}

/** One spelling for each address: no port, no brackets, no IPv4 inside IPv6. */
function plainAddress(text: string): string | null {
  if (isIP(text) === 4) return text;
  const bare = text.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  const withoutZone = bare.replace(/%.*$/, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(withoutZone)?.[1];
  if (mapped && isIP(mapped)) return mapped;
  if (isIP(withoutZone) === 4) return withoutZone;
  if (isIP(withoutZone) === 6) return URL.parse(`http://[${withoutZone}]`)?.hostname.slice(1, -1) ?? null;
  return null;
}
