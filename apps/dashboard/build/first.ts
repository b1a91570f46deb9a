import { resolve } from 'node:path';

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const entry = resolve(import.meta.dirname, '../src/main.tsx');
/** What the index of a package passes on to others is no part of what is taken from it here. */
const passedOn = /packages\/client\/src\/live\//;
const found = new WeakMap<Modules, Set<string>>();

/** Every module that the page needs from the start: all that the entry imports, but not what it fetches later. */
export function neededFirst(modules: Modules): Set<string> {
  const before = found.get(modules);
  if (before) return before;
  const needed = new Set([entry]);
  for (const id of needed)
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? [])
      if (!passedOn.test(imported)) needed.add(imported);
  found.set(modules, needed);
  return needed;
}
