import { createHash } from 'node:crypto';

/** A name for a path that tells folders apart and is short enough for the path of a socket. */
export function shortHash(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 12);
}
