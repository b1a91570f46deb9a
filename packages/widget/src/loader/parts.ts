import type { Parts } from '../core.ts';

/** Loads a part from the service that the script came from. Browsers may remember failures by address: each try has its own. */
export const importPart = (partsUrl: string, name: keyof Parts, failures: number): Promise<any> =>
  import(`${partsUrl}${name}.js?${failures}`);
