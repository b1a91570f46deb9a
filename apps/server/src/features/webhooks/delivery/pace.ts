interface Bucket {
  tokens: number;
  filledAt: number;
}

interface Target {
  webhook_id: number;
  url: string;
  /** Whether the last delivery of the webhook succeeded. */
  is_proven: boolean;
}

/** What a delivery to a target that has not accepted the last one costs: it may be somebody who never asked for any. */
const unprovenCost = 10;

/** Buckets that are full say nothing, and are forgotten beyond this number. */
const mostBuckets = 10_000;

/**
 * A token bucket for each target host, so that one request that causes very many deliveries cannot flood a host. A bucket
 * holds two seconds' worth of tokens. Each process has its own buckets.
 */
export class TargetPace {
  readonly #perSecond: number;
  readonly #burst: number;
  readonly #buckets = new Map<string, Bucket>();
  /** Webhooks whose host has no token left for them. */
  readonly #paused = new Map<number, { host: string; cost: number }>();

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
    this.#burst = Math.max(2 * perSecond, unprovenCost);
  }

  /** Takes tokens for a delivery; false when the host has to be left alone for a while. */
  take({ webhook_id, url, is_proven }: Target): boolean {
    const host = hostOf(url);
    const bucket = this.#bucketOf(host);
    const cost = is_proven ? 1 : unprovenCost;
    if (bucket.tokens >= cost) {
      bucket.tokens -= cost;
      return true;
    }
    this.#paused.set(webhook_id, { host, cost });
    return false;
  }

  /** The webhooks for which nothing should be leased at the moment. */
  pausedWebhooks(): number[] {
    for (const [id, { host, cost }] of this.#paused)
      if (this.#bucketOf(host).tokens >= cost) this.#paused.delete(id);
    return [...this.#paused.keys()];
  }

  #bucketOf(host: string): Bucket {
    const now = performance.now();
    const bucket = this.#buckets.get(host) ?? { tokens: this.#burst, filledAt: now };
    bucket.tokens = this.#tokensOf(bucket, now);
    bucket.filledAt = now;
    this.#buckets.set(host, bucket);
    if (this.#buckets.size > mostBuckets) this.#forgetFull(now);
    return bucket;
  }

  #tokensOf({ tokens, filledAt }: Bucket, now: number): number {
    return Math.min(this.#burst, tokens + ((now - filledAt) / 1000) * this.#perSecond);
  }

  #forgetFull(now: number): void {
    for (const [host, bucket] of this.#buckets)
      if (this.#tokensOf(bucket, now) >= this.#burst) this.#buckets.delete(host);
  }
}

/** Without the port, and without the dot that may end a name. */
const hostOf = (url: string) => new URL(url).hostname.replace(/\.$/, '');
