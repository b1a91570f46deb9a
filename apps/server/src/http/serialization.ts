import SerializerSelector from '@fastify/fast-json-stringify-compiler';
import type { FastifySerializerCompiler } from 'fastify';
import type { TSchema } from 'typebox';

type Serialize = (data: unknown) => string;

const compile = SerializerSelector()();
const compiled = new WeakMap<TSchema, Serialize>();

/**
 * Made when the first answer in that shape is sent, and once for all routes that share it: a service with some hundred
 * routes, each with its errors, would take most of its start for what it never answers.
 */
export const compileSerializer: FastifySerializerCompiler<TSchema> = (route) => (data) => {
  let serialize = compiled.get(route.schema);
  if (!serialize) {
    serialize = compile({ ...route, httpStatus: String(route.httpStatus) });
    compiled.set(route.schema, serialize);
  }
  return serialize(data);
};
