import { dirname } from 'node:path';

/** The folder of this package, seen from its sources as well as from the built service, which lies in `dist` beside them. */
export const packageFolder = dirname(import.meta.dirname);
