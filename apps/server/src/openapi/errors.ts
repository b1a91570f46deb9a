import type { FastifyInstance, RouteOptions } from 'fastify';
import { ErrorBody } from '../schema.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Statuses that this route can answer beside those that follow from its door, limits, parameters and body. */
    errors?: number[];
  }
}

const descriptions: Record<number, string> = {
  400: 'The request is malformed',
  401: 'No valid credential',
  403: 'Not allowed',
  404: 'Not found: it does not exist, or belongs to a team of others',
  409: 'Conflicts with what is there',
  413: 'The body is too large',
  415: 'The body is not JSON',
  422: 'A field was refused; `errors` names each',
  429: 'Too many requests; wait for `Retry-After` seconds',
  500: 'A fault of the service',
  503: 'Overloaded, or the database does not answer; try again after `Retry-After` seconds',
};

/** Writes into every route's schema which errors it can answer, so that no route has to list them. */
export function documentErrors(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (!route.schema || route.schema.hide) return;
    const response = (route.schema.response ?? {}) as Record<number, unknown>;
    const errors = statusesOf(route)
      .filter((status) => !(status in response))
      .map((status) => [status, { ...ErrorBody, description: descriptions[status] }]);
    route.schema.response = { ...Object.fromEntries(errors), ...response };
  });
}

function statusesOf({ config, schema }: RouteOptions): number[] {
  const statuses = [500, 503, ...(config?.errors ?? [])];
  if (config?.door !== 'public') statuses.push(401);
  if (config?.limits) statuses.push(429);
  if (hasIdParams(schema?.params)) statuses.push(404);
  if (schema?.querystring) statuses.push(422);
  if (schema?.body) statuses.push(400, 413, 415, 422);
  return statuses;
}

function hasIdParams(params: unknown): boolean {
  const properties = (params as { properties?: Record<string, { type?: string }> } | undefined)?.properties;
  return Object.values(properties ?? {}).some(({ type }) => type === 'integer');
}
