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
  '28P01': 'Check its user and password.',
  '28000': 'Check its user and password, and from where the server admits them.',
  '3D000': 'Create that database, or check its name.',
  '42501': 'Give its user the right to create tables there.',
  '53300': 'Let the server take more connections, or end some of those that it has.',
  '25006': 'Set it to the primary server, which accepts writes.',
  '57P03': 'Try again in a moment.',
};

const aboutPooler =
  'Let the pooler ignore it (PgBouncer: ignore_startup_parameters = options), and set synchronous_commit, statement_timeout and lock_timeout for the role.';

const tlsFailure = /CERT|SIGNATURE|ERR_TLS|ERR_SSL|EPROTO/;

/** For `.catch` at the first use of the operator's database: explains what to check in `DATABASE_URL`. */
export function explainRefusal(error: NodeJS.ErrnoException): never {
  // A host name with several IP addresses fails once for each, and only the first error has a message.
  const reason = error.message || (error as AggregateError).errors?.[0]?.message;
  const advice = adviceFor(error, reason);
  if (advice === undefined) throw error;
  throw new StartError(
    `The PostgreSQL of DATABASE_URL cannot be used: ${reason.replace(/\.$/, '')}. ${advice}`,
  );
}

function adviceFor(error: NodeJS.ErrnoException, reason: string): string | undefined {
  const code = isReadOnlyServer(error) ? '25006' : (error.code ?? '');
  if (byCode[code]) return byCode[code];
  if (/unsupported startup parameter/.test(reason)) return aboutPooler;
  if (/SASL|password/.test(reason)) return byCode['28P01'];
  if (tlsFailure.test(code) || /does not support SSL/.test(reason))
    return 'Check sslmode in its address, and the certificate of the server.';
  if (isDatabaseUnreachable(error)) return 'Check the address, and that the server runs.';
  return undefined;
}

/** For `.catch` when opening a port: explains which setting to change. */
export function explainListening(
  { host, port }: { host: string; port: number },
  prefix: '' | 'METRICS_' = '',
) {
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${port} is already in use: stop what runs there, or set ${prefix}PORT to another one.`,
    EACCES: `Port ${port} needs more rights than this user has: set ${prefix}PORT to one above 1023.`,
  };
  const aboutHost = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EAFNOSUPPORT', 'EINVAL'];
  return (error: NodeJS.ErrnoException): never => {
    const { code = '' } = error;
    if (sentences[code]) throw new StartError(sentences[code]);
    if (aboutHost.includes(code))
      throw new StartError(`${prefix}HOST ${host} is not an address of this machine.`);
    throw error;
  };
}

export const oldest = 15;

export async function requireSupportedVersion(db: Database): Promise<void> {
  const major = await selectValue(db, sql<number>`current_setting('server_version_num')::integer / 10000`);
  if (major < oldest) {
    throw new StartError(`DATABASE_URL names a PostgreSQL ${major}; Skep needs version ${oldest} or newer.`);
  }
}
