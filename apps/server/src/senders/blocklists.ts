import { type Blocklist, compileBlocklist, type Rule } from './blocklist.ts';

interface Compiled {
  rules: string;
  blocklist: Blocklist;
}

/**
 * The compiled rules of projects, one list for all keys of a project. Most changes are to other projects, and rules may be
 * many: those that are still the same are not compiled again.
 */
export function createBlocklists() {
  let compiled = new Map<number, Compiled>();
  let before = new Map<number, Compiled>();
  return {
    /** `rules` is JSON. */
    of(projectId: number, rules: string): Blocklist {
      const earlier = compiled.get(projectId) ?? before.get(projectId);
      const current =
        earlier?.rules === rules
          ? earlier
          : { rules, blocklist: compileBlocklist(JSON.parse(rules) as Rule[]) };
      compiled.set(projectId, current);
      return current.blocklist;
    },
    /** Something has changed: what nobody asks for until the next change is forgotten then. */
    age(): void {
      before = compiled;
      compiled = new Map();
    },
  };
}
