import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';

/** Sends text that is JSON already: a bug's `extra` would not survive being parsed and serialised again. */
export function sendJsonText(reply: unknown, json: string): FastifyReply {
  return (reply as FastifyReply).type('application/json; charset=utf-8').send(json);
}

/** The headers of a request for something that may not have changed since it was last asked for. */
export const IfNoneMatch = Type.Object({
  'If-None-Match': Type.Optional(
    Type.String({
      description: 'The `ETag` of an earlier answer: when the answer would be the same, it is 304 and empty.',
    }),
  ),
});

export const NotModified = Type.Null({
  description: 'The answer is the one with the `ETag` that was named.',
});

/** Sends it with an entity tag, or only says that it is the same as what the client has. */
export function sendJsonIfChanged(
  { headers }: Pick<FastifyRequest, 'headers'>,
  given: unknown,
  json: string,
): FastifyReply {
  const reply = given as FastifyReply;
  const tag = `W/"${hash('sha1', json, 'base64url')}"`;
  reply.header('etag', tag);
  return isAmong(tag, headers['if-none-match']) ? reply.code(304).send() : sendJsonText(reply, json);
}

/** Whether a list of entity tags has this one. */
export const isAmong = (tag: string, list: string | undefined): boolean =>
  list?.split(',').some((each) => each.trim() === tag) === true;
