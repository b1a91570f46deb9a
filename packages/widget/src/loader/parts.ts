import type { Parts } from '../core.ts';

/** Loads a part from the service. Browsers may cache a failed import by URL, so each attempt has its own. */
export const importPart = (partsUrl: string, name: keyof Parts, failures: number): Promise<any> =>
  import(`${partsUrl}${name}.js?${failures}`);
