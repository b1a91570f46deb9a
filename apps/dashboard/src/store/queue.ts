/** Something that is sent to the service for some bugs. */
export interface Job {
  /** Null: it is not known which, so it may be any. */
  ids: ReadonlySet<number> | null;
  run(): Promise<void>;
}

/**
 * Sends changes to the same bug one after the other, in the order in which they were made, and all others at once: two changes of
 * one person must not overtake each other on their way.
 */
export class Queue {
  /** Those that wait or run, in the order in which they were added, and when each is over. */
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

  /** Takes out a job that has not begun. False when it has. */
  cancel(job: Job): boolean {
    return this.#waiting.delete(job);
  }
}

const overlap = ({ ids: a }: Job, { ids: b }: Job): boolean => !a || !b || !a.isDisjointFrom(b);
