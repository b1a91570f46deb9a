import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnreachable, isStatementTooLong } from '../db/unreachable.ts';
import { ApiError, malformed, notFound, unavailable } from '../errors.ts';

export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const answer = toApiError(error, request);
    if (answer) return sendError(reply, answer);
    request.log.error({ err: error }, 'request failed');
    return reply.code(500).send({ detail: 'Something went wrong on our side', request_id: request.id });
  });
}

/** The answer to an error that is expected to happen; null for a bug of ours. */
export function toApiError(error: FastifyError, request: FastifyRequest): ApiError | null {
  if (error instanceof ApiError) return error;
  if (isDatabaseUnreachable(error)) {
    request.log.error({ err: error }, 'database unreachable');
    return unavailable('The database does not answer; try again in a moment');
  }
  if (isStatementTooLong(error)) {
    request.log.error({ err: error }, 'statement took too long');
    return unavailable('This takes the database too long at the moment; try again later');
  }
  return fromFramework(error);
}

/** The answer to a request that the web framework itself refuses, in our own words. */
function fromFramework(error: FastifyError): ApiError | null {
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_CONTENT_TYPE':
      return new ApiError(415, 'Send the body as application/json');
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiError(413, 'The body is too large');
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
  const body = { detail: error.message, ...(error.fields && { errors: error.fields }), ...error.more };
  return reply.code(error.status).headers(error.headers).send(body);
}
