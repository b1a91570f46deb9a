import { hash, verify } from '@node-rs/argon2';

/** Argon2id with the library's parameters (19 MiB, 2 passes), which are those that OWASP recommends. */
export const hashPassword = (password: string): Promise<string> => hash(password);

let decoy: Promise<string> | undefined;

/** Takes the same time whether or not there is a password to compare with. */
export async function isPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  decoy ??= hash('a password that nobody has');
  const matches = await verify(passwordHash ?? (await decoy), password);
  return matches && Boolean(passwordHash);
}
