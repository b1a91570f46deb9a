interface Target {
  webhook_id: number;
  url: string;
  is_proven: boolean;
}

/** What a delivery to a target that has not accepted the last one costs: it may be somebody who never asked for any. */
const unprovenCost = 10;

/** Hosts whose buckets are full are forgotten beyond this number. */
const mostHosts = 10_000;

/**
 * A token bucket for each target host, so that one request that causes very many deliveries cannot flood a host. A bucket
 * holds two seconds' worth of tokens. Each process has its own buckets.
 */
export class TargetPace {
  readonly #msPerToken: number;
  readonly #burstMs: number;
  /** When the bucket of each host will be full again (`performance.now()`). */
  readonly #fullAt = new Map<string, number>();
  readonly #paused = new Map<number, Target>();

  constructor(perSecond: number) {
    this.#msPerToken = 1_000 / perSecond;
    this.#burstMs = Math.max(2 * perSecond, unprovenCost) * this.#msPerToken;
  }

  /** Takes tokens for a delivery; false when the host has to be left alone for a while. */
  take(target: Target): boolean {
    const fullAt = this.#fullAtAfter(target);
    if (fullAt === null) {
      this.#paused.set(target.webhook_id, target);
      return false;
    }
    this.#fullAt.set(hostOf(target), fullAt);
    if (this.#fullAt.size > mostHosts) this.#forgetFull();
    return true;
  }

  pausedWebhooks(): number[] {
    for (const [id, target] of this.#paused) if (this.#fullAtAfter(target) !== null) this.#paused.delete(id);
    return [...this.#paused.keys()];
  }

  #fullAtAfter(target: Target): number | null {
    const now = performance.now();
    const cost = (target.is_proven ? 1 : unprovenCost) * this.#msPerToken;
    const fullAt = Math.max(this.#fullAt.get(hostOf(target)) ?? 0, now) + cost;
    return fullAt - now > this.#burstMs ? null : fullAt;
  }

  #forgetFull(): void {
    const now = performance.now();
    for (const [host, fullAt] of this.#fullAt) if (fullAt <= now) this.#fullAt.delete(host);
  }
}

/** Without the port, and without the dot that may end a name. */
const hostOf = ({ url }: Target) => new URL(url).hostname.replace(/\.$/, '');
