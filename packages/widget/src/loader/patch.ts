const { apply } = Reflect;

type Look = (args: unknown[], result: unknown, self: unknown) => unknown;

let isLooking = false;

/** Runs what must neither fail nor meet itself: what it looks at may be the page's code, which may call what is patched. */
export function quietly<T>(look: () => T): T | undefined {
  if (isLooking) return;
  isLooking = true;
  try {
    return look();
  } catch {
    // Whatever it was, it is none of the page's business.
  } finally {
    isLooking = false;
  }
}

/**
 * Lets `look` see every call of a function. A proxy has the name, the length, the text and the properties of what it stands
 * for. `look` may answer another result. Undoing it leaves a later patch of the page alone, and only stops looking.
 */
export function watch(target: any, name: string, look: Look): () => void {
  const original = target[name];
  let isWatched = true;
  try {
    const patched = new Proxy(original, {
      // Whatever the page has put on Object.prototype is no trap.
      __proto__: null,
      apply(fn: any, self: unknown, args: unknown[]) {
        const result = apply(fn, self, args);
        return (isWatched && quietly(() => look(args, result, self))) || result;
      },
    } as ProxyHandler<any>);
    target[name] = patched;
    return () => {
      isWatched = false;
      if (target[name] === patched) target[name] = original;
    };
  } catch {
    return () => {};
  }
}
