import { dirname } from 'node:path';

/** The same folder from `src` and from the bundle in `dist`. */
export const packageFolder = dirname(import.meta.dirname);
