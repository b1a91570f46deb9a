/**
 * Search parameters as plain query strings: `status=open&status=in_progress` is an array, everything else a string. The
 * router's default is JSON, which is hard to read and type; this is the format of the list endpoints.
 */
export type Params = Record<string, string | string[]>;

export function parseQuery(query: string): Params {
  const found: Params = {};
  for (const [name, value] of new URLSearchParams(query)) {
    const before = Object.hasOwn(found, name) ? found[name] : undefined;
    Object.defineProperty(found, name, {
      value: before === undefined ? value : [before, value].flat(),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return found;
}

export function writeQuery(params: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params))
    for (const one of [value].flat()) if (one !== undefined && one !== null) query.append(name, String(one));
  const text = query.toString();
  return text && `?${text}`;
}
