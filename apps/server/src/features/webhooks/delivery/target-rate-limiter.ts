interface Target {
  webhook_id: number;
  url: string;
  is_proven: boolean;
}

/** Cost of a delivery to a target that has not accepted the last one: its owner may never have asked for it. */
const unprovenCost = 10;

/** Above this number full buckets are dropped. */
const maxHosts = 10_000;

/**
 * A token bucket per target host with a burst of two seconds, so that a bulk change cannot flood a host. Buckets are per
 * process.
 */
export class TargetRateLimiter {
  readonly #msPerToken: number;
  readonly #burstMs: number;
  /** When each host's bucket is full again (`performance.now()`). */
  readonly #fullAt = new Map<string, number>();
  readonly #paused = new Map<number, Target>();

  constructor(perSecond: number) {
    this.#msPerToken = 1_000 / perSecond;
    this.#burstMs = Math.max(2 * perSecond, unprovenCost) * this.#msPerToken;
  }

  /** Takes tokens for a delivery. Returns false if the host must be paused. */
  take(target: Target): boolean {
    const fullAt = this.#fullAtAfter(target);
    if (fullAt === null) {
      this.#paused.set(target.webhook_id, target);
      return false;
    }
    this.#fullAt.set(hostOf(target), fullAt);
    if (this.#fullAt.size > maxHosts) this.#forgetFull();
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

/** Without port and trailing dot. */
const hostOf = ({ url }: Target) => new URL(url).hostname.replace(/\.$/, '');
