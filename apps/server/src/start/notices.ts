import { type Config, isLoopback } from '../config.ts';

/** Settings that are probably a mistake, a sentence each: a start says them, and so does the doctor. */

/** A service that others can reach should make links that lead others there, and not to their own machine. */
export function aboutLinks({ host, baseUrl }: Config): string[] {
  if (isLoopback(host) || !isLoopback(new URL(baseUrl).hostname)) return [];
  return [
    `It listens on ${host}, but its links lead to ${baseUrl}: set BASE_URL to the address that others use.`,
  ];
}

/** Limits that everybody can get around are none. */
export function aboutProxies({ production, trustedProxies }: Config): string[] {
  if (!production || trustedProxies.areNamed) return [];
  return [
    'TRUSTED_PROXIES is not set: clients that reach the service through a proxy can write the address that limits count into X-Forwarded-For themselves',
  ];
}
