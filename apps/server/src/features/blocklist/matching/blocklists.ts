import type { Database } from '../../../db/connection.ts';
import { createSemaphore } from '../../../semaphore.ts';
import { type Blocklist, compileBlocklist, type Rule } from './compiled.ts';
import { selectRules } from './queries.ts';

/** The compiled rules of projects, one list for all keys of a project. */
export interface Blocklists {
  of(projectId: number): Promise<Blocklist>;
  forget(projectId: number): void;
  forgetAll(): void;
}

interface Entry {
  blocklist: Promise<Blocklist>;
  /** Whether its rules are being read, or have been: then it does not know of changes that come now. */
  hasBegun: boolean;
}

/** From here on, compiling them takes a noticeable part of a process's time. */
const many = 200;

/**
 * However often somebody changes their rules: those of a project are read once at a time, and of large lists one is compiled
 * at a time, with rests in the midst of it for others.
 */
export function createBlocklists(db: Database): Blocklists {
  const entries = new Map<number, Entry>();
  const outdated = new Map<number, Promise<unknown>>();
  const reading = createSemaphore({ atOnce: 1, mostWaiting: 5_000 });
  const compiling = createSemaphore({ atOnce: 1, mostWaiting: 5_000 });

  function begin(projectId: number): Entry {
    const read = async () => {
      await outdated.get(projectId)?.catch(() => {});
      return reading.run(() => {
        entry.hasBegun = true;
        return selectRules(db, projectId);
      });
    };
    const entry: Entry = {
      hasBegun: false,
      blocklist: read().then(compile),
    };
    entry.blocklist.catch(() => {
      if (entries.get(projectId) === entry) entries.delete(projectId);
    });
    return entry;
  }

  function compile(rules: Rule[]): Promise<Blocklist> {
    return rules.length < many ? compileBlocklist(rules) : compiling.run(() => compileBlocklist(rules));
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
