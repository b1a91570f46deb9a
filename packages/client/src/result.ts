import type { ErrorBody } from './api.ts';

/** The outcome of a call. Errors are returned, not thrown. */
export type Result<Data, Body = ErrorBody> =
  | { ok: true; data: Data; error?: never; response: Response }
  | { ok: false; data?: never; error: Problem<Body> };

export type Problem<Body = ErrorBody> = Refused<Body> | Unreachable | Aborted;

export interface Refused<Body = ErrorBody> {
  kind: 'refused';
  status: number;
  detail: string;
  /** Validation errors by field. */
  fields: { field: string; message: string }[];
  /** Seconds to wait before a retry. */
  retryAfter: number | undefined;
  /** Identifies the request in the server log. */
  requestId: string | undefined;
  /** The response body; undefined if it is not from the service, but from a proxy. */
  body: Body | undefined;
}

/** No response, or an incomplete one. */
export interface Unreachable {
  kind: 'unreachable';
  detail: string;
  cause: unknown;
}

/** The caller's signal was aborted. */
export interface Aborted {
  kind: 'aborted';
  detail: string;
  cause: unknown;
}

export function refused<Body>(response: Response, content: unknown): Refused<Body> {
  const { status, statusText, headers } = response;
  const body = isErrorBody(content) ? content : undefined;
  return {
    kind: 'refused',
    status,
    detail: body?.detail ?? (statusText || `The server returned ${status}`),
    fields: body?.errors ?? [],
    retryAfter: retryAfterOf(headers),
    requestId: headers.get('x-request-id') ?? undefined,
    body: body as Body | undefined,
  };
}

export function failed(cause: unknown, signal: AbortSignal | null | undefined): Unreachable | Aborted {
  if (signal?.aborted) return { kind: 'aborted', detail: 'The request was aborted', cause: signal.reason };
  return { kind: 'unreachable', detail: 'The server cannot be reached', cause };
}

/** Returns seconds. The header may also be a date. */
export function retryAfterOf(headers: Headers): number | undefined {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}

const isErrorBody = (content: unknown): content is ErrorBody =>
  typeof content === 'object' &&
  content !== null &&
  'detail' in content &&
  typeof content.detail === 'string';
