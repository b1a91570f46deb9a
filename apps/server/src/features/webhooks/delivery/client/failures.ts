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
};

/** What the owner of a webhook reads in the log when there was no answer, or no complete one. */
export function explainFailure(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return unknownFailure;
  if (error.name === 'TimeoutError') return `No complete answer within ${timeoutMs / 1000} seconds`;
  const code = String((error as { code?: unknown }).code ?? '');
  return sentences[code] ?? (cleanText(error.message).slice(0, 500) || unknownFailure);
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
