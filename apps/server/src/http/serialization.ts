import SerializerSelector from '@fastify/fast-json-stringify-compiler';
import type { FastifySerializerCompiler } from 'fastify';
import type { TSchema } from 'typebox';

type Serialize = (data: unknown) => string;

// Where an answer has one of several shapes, the serializer looks which. It knows no formats of ours, and needs none for that.
const compile = SerializerSelector()({}, { ajv: { validateFormats: false } });
const compiled = new WeakMap<TSchema, Serialize>();

/**
 * Compiles a serializer lazily, when the first answer of its schema is sent, and once for all routes that share the schema.
 * With some hundred routes, each with its errors, most of the start would go into serializers that are never used.
 */
export const compileSerializer: FastifySerializerCompiler<TSchema> = (route) => (data) => {
  let serialize = compiled.get(route.schema);
  if (!serialize) {
    serialize = compile({ ...route, httpStatus: String(route.httpStatus) });
    compiled.set(route.schema, serialize);
  }
  return serialize(data);
};
