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
export interface Queue {
  add(job: Job): void;
  /** Takes out a job that has not begun. False when it has. */
  cancel(job: Job): boolean;
}

export function createQueue(): Queue {
  const jobs: { job: Job; hasBegun: boolean }[] = [];

  function start(): void {
    for (const [place, entry] of [...jobs].entries()) {
      if (entry.hasBegun) continue;
      if (jobs.slice(0, place).some(({ job }) => overlap(job, entry.job))) continue;
      entry.hasBegun = true;
      void entry.job.run().finally(() => {
        jobs.splice(jobs.indexOf(entry), 1);
        start();
      });
    }
  }

  return {
    add(job) {
      jobs.push({ job, hasBegun: false });
      start();
    },
    cancel(job) {
      const place = jobs.findIndex((entry) => entry.job === job && !entry.hasBegun);
      if (place < 0) return false;
      jobs.splice(place, 1);
      start();
      return true;
    },
  };
}

function overlap({ ids: a }: Job, { ids: b }: Job): boolean {
  if (!a || !b) return true;
  const [few, many] = a.size < b.size ? [a, b] : [b, a];
  for (const id of few) if (many.has(id)) return true;
  return false;
}
