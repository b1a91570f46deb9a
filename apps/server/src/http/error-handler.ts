import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mayHaveCommitted } from '../db/client.ts';
import { isAccountGone, isGoneMeanwhile, troubleOf } from '../db/errors.ts';
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
import type { SeldomLog } from '../log-seldom.ts';
import { letOthersRead } from './headers.ts';

export function handleErrors(app: FastifyInstance, seldom: SeldomLog): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const answer = toApiError(error, request, seldom);
    // The framework would close the connection while the body still arrives: that resets it, and the answer is lost.
    if (answer?.status === 413) reply.removeHeader('connection');
    if (answer) return sendError(reply, answer);
    request.log.error({ err: error }, 'request failed');
    return reply.code(500).send(faultBody(request.id));
  });
}

/** Null for a bug of ours. */
export function toApiError(error: FastifyError, request: FastifyRequest, seldom: SeldomLog): ApiError | null {
  if (error instanceof ApiError) return error;
  const trouble = fromDatabase(error, request.method, seldom);
  if (trouble) return trouble;
  if (isAccountGone(error)) return notSignedIn();
  if (isGoneMeanwhile(error)) {
    request.log.warn({ err: error }, 'something was deleted meanwhile');
    return notFound();
  }
  return fromFramework(error);
}

/** Everybody meets the same trouble of the database at once, so it is logged as one line and without stacks. */
function fromDatabase(error: FastifyError, method: string, seldom: SeldomLog): ApiError | null {
  const trouble = troubleOf(error);
  if (!trouble) return null;
  seldom.warn(trouble.log, error, trouble.logEveryMs);
  return mayHaveCommitted(error) && !isReading(method) ? outcomeUnknown() : trouble.answer();
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
    // The client has closed the connection, or did not send the rest in time.
    case 'ECONNRESET':
      return malformed('The body has not arrived in whole');
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

  // This one is called by routes that find nothing themselves, such as those that serve files.
  app.setNotFoundHandler((_request, reply) => sendError(reply, notFound()));

  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done();
    const [url = ''] = request.url.split('?', 1);
    const known = [...paths.values()].filter(({ matches }) => matches.test(url));
    if (known.some(({ crossOrigin }) => crossOrigin)) letOthersRead(reply);
    const methods = [...new Set(known.flatMap((path) => [...path.methods]))];
    if (methods.length > 0) sendError(reply, methodNotAllowed(methods.sort()));
    else if (isForPage(request, url)) sendPage(request, reply);
    else sendError(reply, notFound());
  });
}

/** Whether a browser asks for it on behalf of a person. Nothing below `/api` is for people. */
function isForPage({ method, headers }: FastifyRequest, url: string): boolean {
  const reads = method === 'GET' || method === 'HEAD';
  return reads && !/^\/api(\/|$)/.test(url) && /\btext\/html\b/i.test(headers.accept ?? '');
}

function toRegExp(pattern: string): RegExp {
  const escaped = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/:[A-Za-z_]+/g, '[^/]+').replaceAll('*', '.*')}$`);
}
