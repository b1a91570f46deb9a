import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createResolver, type Resolve } from '../../../../names/resolver.ts';
import { askingForTime } from '../retries.ts';
import { type Answer, exchange } from './exchange.ts';
import { explainFailure, explainStatus } from './failures.ts';
import { createGuard, RefusedAddress } from './guard.ts';

/** What came of an attempt to deliver, as it is stored. */
export interface Outcome {
  is_success: boolean;
  response_status: number | null;
  duration_ms: number;
  error: string | null;
  response_excerpt: string | null;
  /** Seconds for which the target asks to be left alone. */
  retry_after: number | null;
}

export interface WebhookClient {
  /**
   * Why a webhook cannot lead to this address, or null. A host that is unknown now may be known later, but one that cannot
   * be looked up in time has not been checked.
   */
  problemOf(url: string): Promise<string | null>;
  /** Never throws: every failure is an outcome. */
  post(url: string, headers: Record<string, string>, body: string, signal: AbortSignal): Promise<Outcome>;
}

export interface WebhookClientOptions {
  allowPrivate: boolean;
  /** For a whole exchange, from looking up the name to the last byte that is read. */
  timeoutMs?: number;
  resolve?: Resolve;
  /** For looking up the name of a webhook that is being saved. */
  patienceWithNamesMs?: number;
  own?: () => string[];
}

export function createWebhookClient({
  allowPrivate,
  timeoutMs = 10_000,
  resolve = createResolver(),
  patienceWithNamesMs = 8_000,
  own,
}: WebhookClientOptions): WebhookClient {
  const guard = createGuard({ allowPrivate, resolve, ...(own && { own }) });

  async function send(address: string, headers: Record<string, string>, body: string, signal: AbortSignal) {
    const url = new URL(address);
    // Of an address in digits no name is looked up.
    if (isIP(hostOf(url))) await guard.check(hostOf(url));
    const end = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    try {
      return await exchange({ url, headers, body }, { lookup: guard.lookup, signal: end });
    } catch (error) {
      throw end.aborted ? end.reason : error;
    }
  }

  return {
    async problemOf(url) {
      if (allowPrivate) return null;
      const checking = guard.check(hostOf(new URL(url))).then(() => null, toProblem);
      return Promise.race([checking, sleep(patienceWithNamesMs, notLookedUp, { ref: false })]);
    },

    async post(url, headers, body, signal) {
      const startedAt = performance.now();
      const result = await send(url, headers, body, signal).then(toResult, (error) => ({
        ...noAnswer,
        error: explainFailure(error, timeoutMs),
      }));
      return { ...result, duration_ms: Math.round(performance.now() - startedAt) };
    },
  };
}

function toResult({ status, retryAfter, excerpt }: Answer) {
  const isSuccess = status >= 200 && status < 300;
  return {
    is_success: isSuccess,
    response_status: status,
    error: isSuccess ? null : explainStatus(status),
    response_excerpt: excerpt,
    retry_after: askingForTime.includes(status) ? retryAfter : null,
  };
}

const noAnswer = { is_success: false, response_status: null, response_excerpt: null, retry_after: null };

const notLookedUp = 'has a host whose address could not be looked up in time: try again later';

function toProblem(error: unknown): string | null {
  if (error instanceof RefusedAddress) return 'must not lead to a private, local or reserved network';
  return (error as { code?: unknown }).code === 'ETIMEOUT' ? notLookedUp : null;
}

/** An IPv6 address without its brackets. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');
