/** Every error response of the API. Operations throw it; the error handler sends it. */
export class ApiError extends Error {
  readonly status: number;
  readonly fields: FieldError[] | undefined;
  readonly headers: Record<string, string>;
  /** Additional fields of the body. */
  readonly more: Record<string, unknown>;

  constructor(
    status: number,
    detail: string,
    options: {
      fields?: FieldError[];
      headers?: Record<string, string>;
      more?: Record<string, unknown>;
    } = {},
  ) {
    super(detail);
    this.status = status;
    this.fields = options.fields;
    this.more = options.more ?? {};
    this.headers = options.headers ?? {};
  }

  get body(): { detail: string; errors?: FieldError[] } {
    return { detail: this.message, ...(this.fields && { errors: this.fields }), ...this.more };
  }
}

export interface FieldError {
  field: string;
  message: string;
}

export const malformed = (detail: string) => new ApiError(400, detail);

export const notValidJson = () => malformed('The body is not valid JSON');

export const unauthorized = (detail: string) => new ApiError(401, detail);

export const notSignedIn = () =>
  new ApiError(401, 'The access token is missing, invalid or expired. Sign in first.', {
    headers: { 'www-authenticate': 'Bearer' },
  });

export const invalidApiKey = () => unauthorized('Invalid API key');

export const invalidMcpToken = (headers = {}) => new ApiError(401, 'Invalid MCP token', { headers });

export const forbidden = (detail: string) => new ApiError(403, detail);

export const originNotAllowed = () => forbidden('Origin not allowed');

export const scopeMissing = (scope: string) => forbidden(`This MCP token does not have the '${scope}' scope`);

/** The same response for missing objects and for objects of other teams. */
export const notFound = () => new ApiError(404, 'Not found');

export const methodNotAllowed = (allowed: string[]) =>
  new ApiError(405, 'Method not allowed', { headers: { allow: allowed.join(', ') } });

export const conflict = (detail: string) => new ApiError(409, detail);

export const bodyTooLarge = () => new ApiError(413, 'The body is too large');

export const notJson = () => new ApiError(415, 'The body must be sent as application/json');

export const invalidFields = (fields: FieldError[]) =>
  new ApiError(422, `${fields[0]?.field}: ${fields[0]?.message}`, { fields });

export const invalid = (field: string, message: string) => invalidFields([{ field, message }]);

export const rateLimited = (limitText: string, retryAfterSeconds: number) =>
  new ApiError(429, `Rate limit exceeded: ${limitText}`, {
    headers: { 'retry-after': String(retryAfterSeconds) },
  });

export const tooManyRequests = (detail: string) =>
  new ApiError(429, detail, { headers: { 'retry-after': '5' } });

export const tooManyConcurrentRequests = () =>
  tooManyRequests('Too many concurrent requests. Retry after 5 s.');

export const unavailable = (detail: string) => new ApiError(503, detail, { headers: { 'retry-after': '5' } });

export const databaseSilent = () => unavailable('The database does not respond. Retry after 5 s.');

export const connectionsBusy = () => unavailable('All database connections are in use. Retry after 5 s.');

export const commitsStalled = () =>
  unavailable('The database cannot confirm changes. Nothing was changed. Retry after 5 s.');

export const statementTooLong = () => unavailable('The database took too long. Try again later.');

export const lockedByOthers = () => unavailable('The data is locked by another request. Retry after 5 s.');

export const outOfSpace = () => unavailable('The server has no disk space left. Contact its operator.');

/** The only error after which the request may have been executed: the connection was lost during the commit. */
export const outcomeUnknown = () =>
  new ApiError(
    504,
    'The database did not confirm the request, so it may or may not have been executed. Retry reports only with the same Idempotency-Key.',
    { headers: { 'retry-after': '5' } },
  );

/** For unexpected errors. The log line has the same id. */
export const faultBody = (requestId: string) => ({
  detail: 'Internal server error',
  request_id: requestId,
});
