import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import type { KeyPrint } from './format.ts';

const bytes = 32;

/** Takes long to guess at, since an operator may have made up the key. */
const print = (key: string, salt: string) => scryptSync(key, Buffer.from(salt, 'hex'), bytes);

export function takePrint(key: string): KeyPrint {
  const salt = randomBytes(16).toString('hex');
  return { salt, hash: print(key, salt).toString('hex') };
}

export function isSameKey(key: string, { salt, hash }: KeyPrint): boolean {
  return timingSafeEqual(print(key, salt), Buffer.from(hash, 'hex'));
}
