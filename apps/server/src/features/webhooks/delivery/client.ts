import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import ipaddr from 'ipaddr.js';
import type { Context } from '../../../context.ts';
import { createResolver, type Resolve } from '../../../dns/resolver.ts';

export interface DeliveryContext extends Context {
  webhookClient: WebhookClient;
}

export interface Outcome {
  is_success: boolean;
  response_status: number | null;
  duration_ms: number;
  error: string | null;
  response_excerpt: string | null;
  retry_after: number | null;
}

type WebhookClient = ReturnType<typeof createWebhookClient>;

interface WebhookClientOptions {
  allowPrivate: boolean;
  /** For the whole exchange, including DNS. */
  timeoutMs?: number;
  resolve?: Resolve;
  /** For validating the URL of a webhook. */
  dnsTimeoutMs?: number;
  own?: () => string[];
}

/** Calls user-supplied URLs. Unless private networks are allowed, it connects to public IP addresses only. */
export function createWebhookClient({
  allowPrivate,
  timeoutMs = 10_000,
  resolve = createResolver(),
  dnsTimeoutMs = 8_000,
  own = ownAddresses,
}: WebhookClientOptions) {
  async function permittedAddresses(host: string): Promise<string[]> {
    const addresses = isIP(host) ? [host] : await resolve(host);
    if (allowPrivate) return addresses;
    const ones = own();
    if (!addresses.every((address) => isPublicAddress(address, ones))) throw new RefusedAddress();
    return addresses;
  }

  /** Connects to the checked IP address, so that DNS rebinding has no effect. */
  const lookup: LookupFunction = (hostname, { all }, callback) => {
    permittedAddresses(hostname).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        if (all) callback(null, found);
        else callback(null, found[0]?.address ?? '', found[0]?.family);
      },
      (error) => callback(error, ''),
    );
  };

  async function send(target: string, headers: Record<string, string>, body: string, signal: AbortSignal) {
    const url = new URL(target);
    // Node calls no lookup for literal IP addresses.
    if (isIP(hostOf(url))) await permittedAddresses(hostOf(url));
    const end = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    try {
      return await exchange(url, headers, body, { lookup, signal: end });
    } catch (error) {
      throw end.aborted ? end.reason : error;
    }
  }

  return {
    /** Why a URL is not allowed, or null. Unknown hosts are allowed: they may resolve later. */
    async problemOf(url: string): Promise<string | null> {
      if (allowPrivate) return null;
      const checking = permittedAddresses(hostOf(new URL(url))).then(() => null, toProblem);
      return Promise.race([checking, sleep(dnsTimeoutMs, notLookedUp, { ref: false })]);
    },

    /** Never throws: every failure is an outcome. */
    async post(
      url: string,
      headers: Record<string, string>,
      body: string,
      signal: AbortSignal,
    ): Promise<Outcome> {
      const startedAt = performance.now();
      const result = await send(url, headers, body, signal).catch((error) => ({
        is_success: false,
        response_status: null,
        response_excerpt: null,
        retry_after: null,
        error: explainFailure(error, timeoutMs),
      }));
      return { ...result, duration_ms: Math.round(performance.now() - startedAt) };
    },
  };
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

class RefusedAddress extends Error {
  constructor() {
    super('The URL resolves to a private, local or reserved network');
  }
}

const notLookedUp = 'has a host name that could not be resolved in time. Try again later.';

function toProblem(error: unknown): string | null {
  if (error instanceof RefusedAddress) return 'must not resolve to a private, local or reserved network';
  return (error as { code?: unknown }).code === 'ETIMEOUT' ? notLookedUp : null;
}

/** Services on the machine's own addresses may be private, even if the address is public. */
const ownAddresses = () =>
  Object.values(networkInterfaces()).flatMap((ones = []) => ones.map(({ address }) => address));

/** Whether an IP address is publicly reachable and not one of `own`. */
export function isPublicAddress(text: string, own: string[] = []): boolean {
  const address = readAddress(text);
  if (address?.range() !== 'unicast') return false;
  // Only 2000::/3 is allocated for public IPv6.
  const isGivenOut =
    address instanceof ipaddr.IPv6
      ? address.match(ipaddr.parseCIDR('2000::/3'))
      : String(address) !== azureHost;
  return isGivenOut && !own.some((one) => String(readAddress(one)) === String(address));
}

const azureHost = '168.63.129.16';

/**
 * Parses an IP address; IPv4-mapped and NAT64 (64:ff9b::/96) addresses become IPv4. The library also accepts the deprecated
 * form `::1.2.3.4`, which is rejected.
 */
function readAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (!isIP(text) || /%|^::\d+\./.test(text)) return null;
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv6 && address.match(ipaddr.parseCIDR('64:ff9b::/96')))
    return new ipaddr.IPv4(address.toByteArray().slice(12));
  return address;
}

/** Statuses with a meaningful `Retry-After` (RFC 9110, RFC 6585). */
const retryAfterStatuses = [413, 429, 503];
const excerptBytes = 4096;

/** One POST on a new connection. Redirects are not followed. */
async function exchange(
  url: URL,
  headers: Record<string, string>,
  body: string,
  { lookup, signal }: { lookup: LookupFunction; signal: AbortSignal },
) {
  const { request: open } = url.protocol === 'https:' ? https : http;
  const request = open(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    agent: false,
    lookup,
    signal,
  });
  // Later errors surface while reading the body.
  request.on('error', () => {});
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const status = response.statusCode ?? 0;
  const isSuccess = status >= 200 && status < 300;
  return {
    is_success: isSuccess,
    response_status: status,
    error: isSuccess ? null : explainStatus(status),
    response_excerpt: await readExcerpt(response),
    retry_after: retryAfterStatuses.includes(status) ? readRetryAfter(response.headers['retry-after']) : null,
  };
}

/** Stops at the excerpt length: a body may be endless. */
async function readExcerpt(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= excerptBytes) break;
  }
  const bytes = Buffer.concat(chunks).subarray(0, excerptBytes);
  // An incomplete character at the end is dropped.
  return storable(new TextDecoder().decode(bytes, { stream: true }));
}

function readRetryAfter(value: string | undefined): number | null {
  if (value === undefined) return null;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, (date - Date.now()) / 1000);
}

const failures: [RegExp, string][] = [
  [/^ECONNREFUSED$/, 'The target refused the connection'],
  [/^(ECONNRESET|EPIPE)$/, 'The target closed the connection'],
  [/^(EHOSTUNREACH|ENETUNREACH)$/, 'The target cannot be reached'],
  [/^ETIMEDOUT$/, 'The connection to the target timed out'],
  [/^(ENOTFOUND|ENODATA)$/, 'The host name was not found'],
  [/^(EAI_AGAIN|ETIMEOUT)$/, 'The host name could not be resolved'],
  [/^CERT_HAS_EXPIRED$/, 'The certificate of the target has expired'],
  [/^CERT_NOT_YET_VALID$/, 'The certificate of the target is not valid yet'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'The certificate of the target is for another host name'],
  [/SELF_SIGNED|UNABLE_TO_/, 'The certificate of the target is signed by an unknown authority'],
  [/^(CERT_|ERR_TLS_CERT)/, 'The certificate of the target is not valid'],
  [/^(EPROTO|ERR_SSL_|ERR_TLS_)/, 'The TLS connection failed'],
  [/^HPE_HEADER_OVERFLOW$/, 'The response headers are too large'],
  [/^HPE_/, 'The target did not respond with valid HTTP'],
];

function explainFailure(error: Error & { code?: string }, timeoutMs: number): string {
  if (error.name === 'TimeoutError') return `No complete response within ${timeoutMs / 1000} seconds`;
  const known = failures.find(([pattern]) => pattern.test(error.code ?? ''));
  return known?.[1] ?? (storable(error.message).slice(0, 500) || 'The request failed');
}

function explainStatus(status: number): string {
  const isRedirect = status >= 300 && status < 400;
  return `The target responded ${status}${isRedirect ? '; redirects are not followed' : ''}`;
}

const storable = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd');
