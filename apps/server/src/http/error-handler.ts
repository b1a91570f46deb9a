import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isAccountGone, isGoneMeanwhile } from '../db/constraints.ts';
import { isDatabaseUnreachable, isStatementTooLong } from '../db/unreachable.ts';
import {
  ApiError,
  bodyTooLarge,
  databaseSilent,
  faultBody,
  malformed,
  notFound,
  notJson,
  notSignedIn,
  unavailable,
} from '../errors.ts';

export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const answer = toApiError(error, request);
    if (answer) return sendError(reply, answer);
    request.log.error({ err: error }, 'request failed');
    return reply.code(500).send(faultBody(request.id));
  });
}

/** The answer to an error that is expected to happen; null for a bug of ours. */
export function toApiError(error: FastifyError, request: FastifyRequest): ApiError | null {
  if (error instanceof ApiError) return error;
  if (isDatabaseUnreachable(error)) {
    request.log.error({ err: error }, 'database unreachable');
    return databaseSilent();
  }
  if (isStatementTooLong(error)) {
    request.log.error({ err: error }, 'statement took too long');
    return unavailable('This takes the database too long at the moment; try again later');
  }
  if (isAccountGone(error)) return notSignedIn();
  if (isGoneMeanwhile(error)) {
    request.log.warn({ err: error }, 'something was deleted meanwhile');
    return notFound();
  }
  return fromFramework(error);
}

/** The answer to a request that the web framework itself refuses, in our own words. */
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
