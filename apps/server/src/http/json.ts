import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import SerializerSelector from '@fastify/fast-json-stringify-compiler';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySerializerCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import Type from 'typebox';
import { malformed, notValidJson } from '../errors.ts';

/** Bodies must be UTF-8 JSON; other content types get 415. */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => parseJson(readText(body)),
  );
}

export function readText(body: Buffer): string {
  if (!isUtf8(body)) throw malformed('The body is not valid UTF-8');
  return body.toString('utf8');
}

export function parseJson(text: string): unknown {
  // Some clients send a content type with an empty DELETE body.
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw notValidJson();
  }
}

type Serialize = (data: unknown) => string;

// The serializer picks one of several response shapes, for which it needs no formats.
const compile = SerializerSelector()({}, { ajv: { validateFormats: false } });
const compiled = new WeakMap<TSchema, Serialize>();

/** Compiled lazily and shared by schema: most serializers are never used. */
export const compileSerializer: FastifySerializerCompiler<TSchema> = (route) => (data) => {
  let serialize = compiled.get(route.schema);
  if (!serialize) {
    serialize = compile({ ...route, httpStatus: String(route.httpStatus) });
    compiled.set(route.schema, serialize);
  }
  return serialize(data);
};

/** Sends prepared JSON. Parsing and serializing would change a bug's `extra`. */
export function sendJsonText(reply: unknown, json: string): FastifyReply {
  return (reply as FastifyReply).type('application/json; charset=utf-8').send(json);
}

export const IfNoneMatch = Type.Object({
  'If-None-Match': Type.Optional(
    Type.String({
      description:
        'The `ETag` of an earlier response. If the response would be the same, it is 304 and empty.',
    }),
  ),
});

export const NotModified = Type.Null({
  description: 'Not modified since the response with this `ETag`.',
});

export function sendJsonIfChanged(
  { headers }: Pick<FastifyRequest, 'headers'>,
  given: unknown,
  json: string,
): FastifyReply {
  const reply = given as FastifyReply;
  const tag = `W/"${hash('sha1', json, 'base64url')}"`;
  reply.header('etag', tag).header('vary', 'accept-encoding');
  return isAmong(tag, headers['if-none-match']) ? reply.code(304).send() : sendJsonText(reply, json);
}

export const isAmong = (tag: string, list: string | undefined): boolean =>
  list?.split(',').some((each) => each.trim() === tag) === true;
