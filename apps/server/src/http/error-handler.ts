import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mayHaveCommitted } from '../db/client.ts';
import { databaseFailureOf, isAccountGone, isDeletedConcurrently } from '../db/errors.ts';
import {
  ApiError,
  bodyTooLarge,
  faultBody,
  malformed,
  methodNotAllowed,
  notFound,
  notJson,
  notSignedIn,
  outcomeUnknown,
} from '../errors.ts';
import type { ThrottledLog } from '../throttled-log.ts';
import { allowAnyOrigin } from './headers.ts';

export function handleErrors(app: FastifyInstance, throttledLog: ThrottledLog): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const answer = toApiError(error, request, throttledLog);
    // Fastify would close the connection while the body arrives, which resets it and loses the response.
    if (answer?.status === 413) reply.removeHeader('connection');
    if (answer) return sendError(reply, answer);
    request.log.error({ err: error }, 'request failed');
    return reply.code(500).send(faultBody(request.id));
  });
}

/** Null for unexpected errors. */
export function toApiError(
  error: FastifyError,
  request: FastifyRequest,
  throttledLog: ThrottledLog,
): ApiError | null {
  if (error instanceof ApiError) return error;
  const failure = fromDatabase(error, request.method, throttledLog);
  if (failure) return failure;
  if (isAccountGone(error)) return notSignedIn();
  if (isDeletedConcurrently(error)) {
    request.log.warn({ err: error }, 'row deleted during request');
    return notFound();
  }
  return fromFramework(error);
}

/** Many requests fail at once, so the log is throttled and has no stack traces. */
function fromDatabase(error: FastifyError, method: string, throttledLog: ThrottledLog): ApiError | null {
  const failure = databaseFailureOf(error);
  if (!failure) return null;
  throttledLog.warn(failure.log, error, failure.logEveryMs);
  return mayHaveCommitted(error) && !isReading(method) ? outcomeUnknown() : failure.answer();
}

const isReading = (method: string) => method === 'GET' || method === 'HEAD';

function fromFramework(error: FastifyError): ApiError | null {
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_CONTENT_TYPE':
      return notJson();
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return bodyTooLarge();
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return malformed('Content-Length does not match the body');
    // The client disconnected or did not send the rest in time.
    case 'ECONNRESET':
      return malformed('The body is incomplete');
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
    case 'FST_STATIC_FORBIDDEN_PATH':
      return notFound();
    default:
      return null;
  }
}

export function sendError(reply: FastifyReply, error: ApiError): FastifyReply {
  return reply.code(error.status).headers(error.headers).send(error.body);
}

interface KnownPath {
  matches: RegExp;
  methods: Set<string>;
  crossOrigin: boolean;
}

type SendPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

export function answerUnknownRoutes(app: FastifyInstance, sendPage: SendPage): void {
  const paths = new Map<string, KnownPath>();

  app.addHook('onRoute', ({ url, method, config }) => {
    const path = paths.get(url) ?? { matches: toRegExp(url), methods: new Set(), crossOrigin: false };
    for (const one of [method].flat()) path.methods.add(one);
    path.crossOrigin ||= config?.crossOrigin ?? false;
    paths.set(url, path);
  });

  // For routes that find nothing themselves, such as static files.
  app.setNotFoundHandler((_request, reply) => sendError(reply, notFound()));

  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done();
    const [url = ''] = request.url.split('?', 1);
    const known = [...paths.values()].filter(({ matches }) => matches.test(url));
    if (known.some(({ crossOrigin }) => crossOrigin)) allowAnyOrigin(reply);
    const methods = [...new Set(known.flatMap((path) => [...path.methods]))];
    if (methods.length > 0) sendError(reply, methodNotAllowed(methods.sort()));
    else if (isForPage(request, url)) sendPage(request, reply);
    else sendError(reply, notFound());
  });
}

/** Whether a browser navigates. Paths below `/api` are never pages. */
function isForPage({ method, headers }: FastifyRequest, url: string): boolean {
  const reads = method === 'GET' || method === 'HEAD';
  return reads && !/^\/api(\/|$)/.test(url) && /\btext\/html\b/i.test(headers.accept ?? '');
}

function toRegExp(pattern: string): RegExp {
  const escaped = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/:[A-Za-z_]+/g, '[^/]+').replaceAll('*', '.*')}$`);
}
