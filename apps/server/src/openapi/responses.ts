import { STATUS_CODES } from 'node:http';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { ErrorBody } from '../schema.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Statuses that this route can answer apart from those that follow from its door, limits, parameters and body. */
    errors?: number[];
  }
}

const errors: Record<number, { description: string; example: object }> = {
  400: { description: 'The request is malformed', example: { detail: 'The body is not valid JSON' } },
  401: { description: 'No valid credential', example: { detail: 'Invalid email or password' } },
  403: { description: 'Not allowed', example: { detail: 'The current password is wrong' } },
  404: {
    description: 'Not found: it does not exist, or belongs to a team of others',
    example: { detail: 'Not found' },
  },
  409: { description: 'Conflicts with what is there', example: { detail: 'slug: is already taken' } },
  413: { description: 'The body is too large', example: { detail: 'The body is too large' } },
  415: { description: 'The body is not JSON', example: { detail: 'Send the body as application/json' } },
  422: {
    description: 'A field was refused; `errors` names each',
    example: {
      detail: 'name: must be 1 to 200 characters',
      errors: [{ field: 'name', message: 'must be 1 to 200 characters' }],
    },
  },
  429: {
    description: 'Too many requests; wait for `Retry-After` seconds',
    example: { detail: 'Rate limit exceeded: 10 per minute' },
  },
  500: {
    description: 'A fault of the service',
    example: {
      detail: 'Something went wrong on our side',
      request_id: '7315ef9a-e41c-4faf-8e89-a70ac155ac9e',
    },
  },
  503: {
    description: 'Overloaded, or the database does not answer; try again after `Retry-After` seconds',
    example: { detail: 'The database does not answer; try again in a moment' },
  },
};

/** Writes into every route's schema which errors it can answer, so that no route has to list them. */
export function documentResponses(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (!route.schema || route.schema.hide) return;
    const declared = (route.schema.response ?? {}) as Record<number, object>;
    const successes = Object.entries(declared).map(([status, schema]) => [
      status,
      describedSchema(schema, status),
    ]);
    const failures = statusesOf(route)
      .filter((status) => !(status in declared))
      .map((status) => [status, errorSchema(status)]);
    route.schema.response = Object.fromEntries([...successes, ...failures]);
  });
}

/** Routes that answer the same shape share the object, and with it the serializer that is compiled from it. */
const described = new WeakMap<object, Map<string, object>>();

function describedSchema(schema: object, status: string): object {
  const byStatus = described.get(schema) ?? new Map<string, object>();
  described.set(schema, byStatus);
  const known = byStatus.get(status) ?? { description: STATUS_CODES[status], ...schema };
  byStatus.set(status, known);
  return known;
}

const errorSchemas = new Map(
  Object.entries(errors).map(([status, { description, example }]) => [
    Number(status),
    { ...ErrorBody, description, examples: [example] },
  ]),
);

const errorSchema = (status: number) => errorSchemas.get(status) ?? ErrorBody;

function statusesOf({ config, schema }: RouteOptions): number[] {
  const statuses = [429, 500, 503, ...(config?.errors ?? [])];
  if (config?.door !== 'public') statuses.push(401);
  if (config?.scope) statuses.push(403);
  if (hasIdParams(schema?.params)) statuses.push(404);
  if (schema?.querystring) statuses.push(422);
  if (schema?.body) statuses.push(400, 413, 415, 422);
  return statuses;
}

function hasIdParams(params: unknown): boolean {
  const properties = (params as { properties?: Record<string, { type?: string }> } | undefined)?.properties;
  return Object.values(properties ?? {}).some(({ type }) => type === 'integer');
}
