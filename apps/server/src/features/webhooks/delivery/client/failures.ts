const sentences: Record<string, string> = {
  ECONNREFUSED: 'The target refused the connection',
  ECONNRESET: 'The target broke the connection off',
  EPIPE: 'The target broke the connection off',
  EHOSTUNREACH: 'The target cannot be reached',
  ENETUNREACH: 'The target cannot be reached',
  ETIMEDOUT: 'The target did not answer the connection',
  ENOTFOUND: 'The host name was not found',
  ENODATA: 'The host name was not found',
  EAI_AGAIN: 'The host name could not be looked up',
  ETIMEOUT: 'The host name could not be looked up',
  CERT_HAS_EXPIRED: 'The certificate of the target has expired',
  CERT_NOT_YET_VALID: 'The certificate of the target is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the target is for another host name',
  HPE_HEADER_OVERFLOW: 'The answer has more headers than we read',
};

/** Codes that come in families, the more special ones first. */
const families: [RegExp, string][] = [
  [/SELF_SIGNED|UNABLE_TO_/, 'The certificate of the target is signed by nobody whom we know'],
  [/^(CERT_|ERR_TLS_CERT)/, 'The certificate of the target is not valid'],
  [/^(EPROTO|ERR_SSL_|ERR_TLS_)/, 'There was no secure connection: TLS failed'],
  [/^HPE_/, 'The target does not speak HTTP'],
];

const sentenceFor = (code: string): string | undefined =>
  sentences[code] ?? families.find(([pattern]) => pattern.test(code))?.[1];

/** What the owner of a webhook reads in the log when there was no answer, or no complete one. */
export function explainFailure(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return unknownFailure;
  if (error.name === 'TimeoutError') return `No complete answer within ${timeoutMs / 1000} seconds`;
  const code = String((error as { code?: unknown }).code ?? '');
  return sentenceFor(code) ?? (cleanText(error.message).slice(0, 500) || unknownFailure);
}

const unknownFailure = 'The request failed';

/** The same for an answer that is no success. */
export function explainStatus(status: number): string {
  return status >= 300 && status < 400
    ? `The target answered ${status}; redirects are not followed`
    : `The target answered ${status}`;
}

/** What the database can store, whatever was sent. */
export function cleanText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}
