/** A request that changes some bugs. */
export interface Job {
  /** Null if the bugs are unknown, so it may be any. */
  ids: ReadonlySet<number> | null;
  run(): Promise<void>;
}

/** Sends changes to the same bug in order, so that they cannot overtake each other. All others run concurrently. */
export class Queue {
  /** Waiting and running jobs in order, each with a promise of its completion. */
  readonly #jobs = new Map<Job, Promise<void>>();
  readonly #waiting = new Set<Job>();

  add(job: Job): void {
    const before = [...this.#jobs].filter(([other]) => overlap(other, job)).map(([, isOver]) => isOver);
    this.#waiting.add(job);
    const isOver = Promise.all(before)
      .then(() => (this.#waiting.delete(job) ? job.run() : undefined))
      .finally(() => this.#jobs.delete(job));
    this.#jobs.set(job, isOver);
  }

  /** Removes a job that has not started. Returns false if it has. */
  cancel(job: Job): boolean {
    return this.#waiting.delete(job);
  }
}

const overlap = ({ ids: a }: Job, { ids: b }: Job): boolean => !a || !b || !a.isDisjointFrom(b);
