import type { Database } from '../../../db/connection.ts';
import { createSemaphore } from '../../../semaphore.ts';
import { type Blocklist, compileBlocklist, type RuleToCompile } from './compiled.ts';
import { selectRules } from './queries.ts';

/** A cache of the compiled rules of projects; all keys of a project share one list. */
export interface Blocklists {
  of(projectId: number): Promise<Blocklist>;
  forget(projectId: number): void;
  forgetAll(): void;
}

interface CachedBlocklist {
  blocklist: Promise<Blocklist>;
  /** True once its rules are being read or have been read: from then on it does not include changes that come later. */
  hasBegun: boolean;
}

/** From this number of rules on, compiling a list takes a noticeable part of a process's time. */
const largeList = 200;

/**
 * However often somebody changes their rules, the work stays bounded: semaphores let one project's rules be read at a time
 * and one large list be compiled at a time, and compiling yields to other work in between.
 */
export function createBlocklists(db: Database): Blocklists {
  const entries = new Map<number, CachedBlocklist>();
  const outdated = new Map<number, Promise<unknown>>();
  const reading = createSemaphore({ atOnce: 1, mostWaiting: 5_000 });
  const compiling = createSemaphore({ atOnce: 1, mostWaiting: 5_000 });

  function begin(projectId: number): CachedBlocklist {
    const read = async () => {
      await outdated.get(projectId)?.catch(() => {});
      return reading.run(() => {
        entry.hasBegun = true;
        return selectRules(db, projectId);
      });
    };
    const entry: CachedBlocklist = {
      hasBegun: false,
      blocklist: read().then(compile),
    };
    entry.blocklist.catch(() => {
      if (entries.get(projectId) === entry) entries.delete(projectId);
    });
    return entry;
  }

  function compile(rules: RuleToCompile[]): Promise<Blocklist> {
    return rules.length < largeList ? compileBlocklist(rules) : compiling.run(() => compileBlocklist(rules));
  }

  function forget(projectId: number): void {
    const entry = entries.get(projectId);
    if (!entry?.hasBegun) return;
    entries.delete(projectId);
    const { blocklist } = entry;
    outdated.set(projectId, blocklist);
    const isOver = () => {
      if (outdated.get(projectId) === blocklist) outdated.delete(projectId);
    };
    blocklist.then(isOver, isOver);
  }

  return {
    of(projectId) {
      const entry = entries.get(projectId) ?? begin(projectId);
      entries.set(projectId, entry);
      return entry.blocklist;
    },
    forget,
    forgetAll() {
      for (const projectId of entries.keys()) forget(projectId);
    },
  };
}
