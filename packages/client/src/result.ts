import type { ErrorBody } from './api.ts';

/** What a call comes to: an answer, or the reason why there is none. Nothing is thrown for either. */
export type Result<Data, Body = ErrorBody> =
  | { ok: true; data: Data; error?: never; response: Response }
  | { ok: false; data?: never; error: Problem<Body> };

export type Problem<Body = ErrorBody> = Refused<Body> | Unreachable | Aborted;

export interface Refused<Body = ErrorBody> {
  kind: 'refused';
  status: number;
  detail: string;
  /** The fields of the request that were refused, and why. */
  fields: { field: string; message: string }[];
  /** The number of seconds after which it makes sense to ask again. */
  retryAfter: number | undefined;
  /** Names the request in the service's log. */
  requestId: string | undefined;
  /** The whole body; undefined when it is not the service's, but that of a proxy before it. */
  body: Body | undefined;
}

/** No answer has come, or only a part of one: the network or the service is down. */
export interface Unreachable {
  kind: 'unreachable';
  detail: string;
  cause: unknown;
}

/** The caller's own signal has ended the request. */
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
    detail: body?.detail ?? (statusText || `The service answered ${status}`),
    fields: body?.errors ?? [],
    retryAfter: retryAfterOf(headers),
    requestId: headers.get('x-request-id') ?? undefined,
    body: body as Body | undefined,
  };
}

export function failed(cause: unknown, signal: AbortSignal | null | undefined): Unreachable | Aborted {
  if (signal?.aborted) return { kind: 'aborted', detail: 'The request was given up', cause: signal.reason };
  return { kind: 'unreachable', detail: 'The service cannot be reached', cause };
}

/** In seconds. The header may also name a time. */
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
