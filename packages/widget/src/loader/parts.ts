import type { Parts } from '../core.ts';

let tries = 0;

/** Loads a part from the service that the script came from. A browser may remember failures by address, so each try has its own. */
export const importPart = (name: keyof Parts, partsUrl: string): Promise<any> =>
  import(`${partsUrl}${name}.js${tries++ ? `?${tries}` : ''}`);
