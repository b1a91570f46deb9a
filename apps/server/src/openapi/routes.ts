import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import type { App } from '../http/app.ts';
import { version } from '../version.ts';

const OpenApiDocument = Type.Unsafe<object>({
  type: 'object',
  additionalProperties: true,
  examples: [{ openapi: '3.1.0', info: { title: 'Skep', version } }],
});

/** Serves the OpenAPI document of all routes, which `app` has gathered when it is ready. */
export function documentRoutes(root: App, app: FastifyInstance): void {
  let document: string | undefined;

  root.get(
    '/openapi.json',
    {
      config: { auth: 'public' },
      schema: {
        tags: ['service'],
        operationId: 'getOpenApiDocument',
        summary: 'This document',
        response: { 200: OpenApiDocument },
      },
    },
    (_request, reply) => {
      // It is made once, because it is large and the same for everybody.
      document ??= JSON.stringify(app.swagger());
      return reply.type('application/json; charset=utf-8').send(document as unknown as object);
    },
  );
}
