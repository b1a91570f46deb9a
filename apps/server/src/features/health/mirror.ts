import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { readExpiringLink, signExpiringLink } from '../../auth/signed-links.ts';
import { clientIp, type TrustedProxies } from '../../http/client-ip.ts';

/** What a request looks like after passing all proxies. */
export interface Reflection {
  version: string;
  peer: string;
  forwarded_for: string | null;
  client: string;
}

/** Signed with the secret key, so only `skep admin doctor` of this installation can use the route. */
export const mirrorHeader = 'x-skep-doctor';
const purpose = 'mirror';
const validMs = 60_000;

/** Pause between two events. A buffering proxy delivers both at once. */
export const mirrorPauseMs = 1_000;

export const signMirror = (secretKey: string): string =>
  signExpiringLink(secretKey, purpose, 1, new Date(Date.now() + validMs));

export const maySeeMirror = (secretKey: string, token: unknown): boolean =>
  typeof token === 'string' && readExpiringLink(secretKey, purpose, token) !== null;

export const reflect = (request: FastifyRequest, proxies: TrustedProxies) => ({
  peer: request.socket.remoteAddress ?? '',
  forwarded_for: request.headers['x-forwarded-for']?.toString() ?? null,
  client: clientIp(request, proxies),
});

export async function sendReflection(response: ServerResponse, reflection: Reflection): Promise<void> {
  response.write(`data: ${JSON.stringify(reflection)}\n\n`);
  await sleep(mirrorPauseMs);
  response.end('data: {}\n\n');
}
