/**
 * Structural sharing: the new value, with every part of the old one that is equal to it. Where all is equal it is the old value
 * itself, so that whoever compares references sees what has really changed.
 */
export function share<T>(old: unknown, fresh: T): T {
  if (Object.is(old, fresh)) return fresh;
  if (!isObject(old) || !isObject(fresh) || Array.isArray(old) !== Array.isArray(fresh)) return fresh;
  const keys = Object.keys(fresh);
  let isSame = keys.length === Object.keys(old).length;
  const result: Record<string, unknown> = {};
  for (const key of keys) {
    const part = share((old as Record<string, unknown>)[key], (fresh as Record<string, unknown>)[key]);
    result[key] = part;
    if (!Object.is(part, (old as Record<string, unknown>)[key])) isSame = false;
  }
  if (isSame) return old as T;
  return (Array.isArray(fresh) ? Object.values(result) : result) as T;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
