/** The error of a call that the service refused, or did not answer. */
export class ApiProblem extends Error {
  /** The HTTP status, or 0 when there was no answer. */
  readonly status: number;
  readonly retryAfter: string | undefined;

  constructor(status: number, detail: string, retryAfter?: string) {
    super(detail);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** What was wrong and what to try, for an assistant. `missing` says where the right ids are found. */
export function explain(
  { status, message, retryAfter }: ApiProblem,
  settings: string,
  missing: string,
): string {
  const seconds = retryAfter ?? '5';
  switch (status) {
    case 0:
      return `The service did not answer (${message}). Try again in a moment; if it stays so, tell the user.`;
    case 401:
      return `${message}: it is malformed or has been revoked. Ask the user to make a new one at ${settings} and to put it into the configuration of this MCP server.`;
    case 403:
      return `${message}. Ask the user for a token with that scope; they are made at ${settings}.`;
    case 404:
      return `Not found: it does not exist, or belongs to a team that the token's user is not in. ${missing}`;
    case 409:
      return `${message}. Choose other values, or look at what is there first.`;
    case 422:
    case 400:
    case 413:
      return `The arguments were refused. ${message}. Correct them and call the tool again.`;
    case 429:
      return `${message}. Wait ${seconds} seconds before calling again.`;
    case 503:
      return `${message}. Try again in ${seconds} seconds.`;
    default:
      return `The service answered ${status} (${message}). Calling again will not help; tell the user.`;
  }
}
