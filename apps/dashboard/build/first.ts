import { resolve } from 'node:path';

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** What the index of a package passes on to others is no part of what is taken from it here. */
const passedOn = /packages\/(client\/src\/live|vocabulary\/src)\//;

/** Every module that this one needs from the start: all that it imports, but not what it fetches later. */
function neededBy(file: string): (modules: Modules) => Set<string> {
  const entry = resolve(import.meta.dirname, '../src', file);
  const found = new WeakMap<Modules, Set<string>>();
  return (modules) => {
    const before = found.get(modules);
    if (before) return before;
    const needed = new Set([entry]);
    for (const id of needed)
      for (const imported of modules.getModuleInfo(id)?.importedIds ?? [])
        if (!passedOn.test(imported)) needed.add(imported);
    found.set(modules, needed);
    return needed;
  };
}

/** What asks for the contents of the first page, before anything else is there. */
export const neededEarly = neededBy('opening/early.ts');

/** What draws them. */
export const neededFirst = neededBy('main.tsx');
