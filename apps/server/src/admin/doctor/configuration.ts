import { stat } from 'node:fs/promises';
import { type Config, isLoopback } from '../../config.ts';
import { isSecretKey, keyFileIn, readKeyFile } from '../../secret-key.ts';
import { linkWarnings, proxyWarnings } from '../../start/startup-lines.ts';
import { compact, type Finding, ok, problem, reasonOf, warning } from './finding.ts';

const howToMakeKey =
  'Generate one with: openssl rand -hex 32. This ends all sessions and invalidates emailed links.';
/** A random 32-digit hex key practically always has more distinct characters. */
const minDistinctCharacters = 8;

/** Checks settings that are valid but probably not intended. */
export async function checkConfiguration(config: Config): Promise<Finding[]> {
  const { production, baseUrl } = config;
  const isPublic = !isLoopback(new URL(baseUrl).hostname);
  return compact(
    ok(`BASE_URL is ${baseUrl}, NODE_ENV ${production ? 'production' : 'not production'}`),
    await checkSecretKey(config),
    isPublic &&
      !production &&
      warning(
        'BASE_URL is public, but NODE_ENV is not production',
        'Set NODE_ENV=production, which makes searches use the index.',
      ),
    isPublic &&
      !baseUrl.startsWith('https:') &&
      warning(
        'BASE_URL starts with http:, so passwords are sent unencrypted',
        'Put a TLS proxy in front of the service.',
      ),
    ...linkWarnings(config).map((notice) => warning(notice, 'Set BASE_URL.')),
    ...proxyWarnings(config).map((notice) =>
      warning(notice, 'List your proxies in TRUSTED_PROXIES, or set it to none.'),
    ),
  );
}

async function checkSecretKey({ secretKey, dataDir }: Config): Promise<Finding> {
  const file = keyFileIn(dataDir);
  const key = secretKey ?? (await readKeyFile(file));
  if (key === null) return ok('SECRET_KEY is not set: the first start generates a key');
  if (!isSecretKey(key)) return problem(`The key in ${file} is too short or damaged`, howToMakeKey);
  if (new Set(key).size < minDistinctCharacters)
    return warning('SECRET_KEY has few distinct characters and could be guessed', howToMakeKey);
  if (secretKey) return ok('SECRET_KEY is set');
  return checkKeyFile(file);
}

async function checkKeyFile(file: string): Promise<Finding> {
  try {
    if (((await stat(file)).mode & 0o077) === 0) return ok(`The key is in ${file}`);
    return warning(`Other users of this machine can read ${file}`, `Run: chmod 600 ${file}`);
  } catch (error) {
    return problem(`Cannot read ${file}: ${reasonOf(error)}`, 'Run Skep as the owner of the file.');
  }
}
