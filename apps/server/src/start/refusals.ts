import { isReadOnlyServer } from '../db/servers.ts';
import { isDatabaseUnreachable } from '../db/unreachable.ts';
import { StartError } from '../start-error.ts';

/** What to do about an error of the server, by its code in PostgreSQL (SQLSTATE). */
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

/** For `.catch` where the operator's database is first used: throws a sentence about what to check in `DATABASE_URL`. */
export function explainRefusal(error: Error & { code?: string }): never {
  // A name with several addresses fails once for each of them, and only its first error has a message.
  const reason = error.message || (error as AggregateError).errors?.[0]?.message;
  const advice = adviceFor(error, reason);
  if (advice === undefined) throw error;
  throw new StartError(
    `The PostgreSQL of DATABASE_URL cannot be used: ${reason.replace(/\.$/, '')}. ${advice}`,
  );
}

function adviceFor(error: Error & { code?: string }, reason: string): string | undefined {
  const code = isReadOnlyServer(error) ? '25006' : (error.code ?? '');
  if (byCode[code]) return byCode[code];
  if (/unsupported startup parameter/.test(reason)) return aboutPooler;
  if (/SASL|password/.test(reason)) return byCode['28P01'];
  if (tlsFailure.test(code) || /does not support SSL/.test(reason))
    return 'Check sslmode in its address, and the certificate of the server.';
  if (isDatabaseUnreachable(error)) return 'Check the address, and that the server runs.';
  return undefined;
}
