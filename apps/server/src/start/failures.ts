import { EmbeddedPostgresError } from '@skep/embedded-postgres';
import { sql } from 'kysely';
import type { Database } from '../db/connection.ts';
import { isDatabaseUnreachable } from '../db/errors.ts';
import { isReadOnlyServer } from '../db/servers.ts';
import { selectValue } from '../db/sql.ts';
import { StartError } from '../start-error.ts';

/** The message of an expected failure, or the stack trace. */
export function explainStartFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isSentence = error instanceof StartError || error instanceof EmbeddedPostgresError;
  return isSentence ? error.message : (error.stack ?? error.message);
}

const byCode: Record<string, string> = {
  '28P01': 'Check user and password.',
  '28000': 'Check user and password, and the allowed hosts of the server (pg_hba.conf).',
  '3D000': 'Create the database or check its name.',
  '42501': 'Grant its user the right to create tables.',
  '53300': 'Raise max_connections on the server, or close other connections.',
  '25006': 'Set DATABASE_URL to the primary server.',
  '57P03': 'Try again in a moment.',
};

const aboutPooler =
  'Configure the pooler to ignore it (PgBouncer: ignore_startup_parameters = options), and set synchronous_commit, statement_timeout and lock_timeout for the role.';

const tlsFailure = /CERT|SIGNATURE|ERR_TLS|ERR_SSL|EPROTO/;

/** For `.catch` at the first use of the operator's database: explains what to check in `DATABASE_URL`. */
export function explainRefusal(error: NodeJS.ErrnoException): never {
  // A host name with several IP addresses fails once for each, and only the first error has a message.
  const reason = error.message || (error as AggregateError).errors?.[0]?.message;
  const advice = adviceFor(error, reason);
  if (advice === undefined) throw error;
  throw new StartError(`Cannot use the database of DATABASE_URL: ${reason.replace(/\.$/, '')}. ${advice}`);
}

function adviceFor(error: NodeJS.ErrnoException, reason: string): string | undefined {
  const code = isReadOnlyServer(error) ? '25006' : (error.code ?? '');
  if (byCode[code]) return byCode[code];
  if (/unsupported startup parameter/.test(reason)) return aboutPooler;
  if (/SASL|password/.test(reason)) return byCode['28P01'];
  if (tlsFailure.test(code) || /does not support SSL/.test(reason))
    return 'Check sslmode in DATABASE_URL and the certificate of the server.';
  if (isDatabaseUnreachable(error)) return 'Check the host and that the server is running.';
  return undefined;
}

/** For `.catch` when opening a port: explains which setting to change. */
export function explainListening(
  { host, port }: { host: string; port: number },
  prefix: '' | 'METRICS_' = '',
) {
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${port} is already in use. Stop the other process or change ${prefix}PORT.`,
    EACCES: `Port ${port} requires privileges. Set ${prefix}PORT to a port above 1023.`,
  };
  const aboutHost = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EAFNOSUPPORT', 'EINVAL'];
  return (error: NodeJS.ErrnoException): never => {
    const { code = '' } = error;
    if (sentences[code]) throw new StartError(sentences[code]);
    if (aboutHost.includes(code))
      throw new StartError(`${prefix}HOST ${host} is not an IP address of this machine.`);
    throw error;
  };
}

export const oldest = 15;

export async function requireSupportedVersion(db: Database): Promise<void> {
  const major = await selectValue(db, sql<number>`current_setting('server_version_num')::integer / 10000`);
  if (major < oldest) {
    throw new StartError(
      `The database of DATABASE_URL is PostgreSQL ${major}. Skep requires version ${oldest} or newer.`,
    );
  }
}
