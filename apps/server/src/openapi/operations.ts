import type { Json } from './components.ts';
import { nameOfError } from './responses.ts';

interface Operation extends Json {
  parameters?: Parameter[];
  responses: Record<string, Response>;
}

interface Parameter extends Json {
  required?: boolean;
  schema?: Json;
}

interface Response extends Json {
  content?: Record<string, { example?: { detail?: string } }>;
}

export type Paths = Record<string, Record<string, Operation>>;

/** The headers that answers have, by the name under which they stand among the components. */
export const responseHeaders = {
  RequestId: {
    description: 'Names the request in the log of the service.',
    schema: { type: 'string', format: 'uuid' },
  },
  RetryAfter: {
    description: 'After how many seconds it makes sense to ask again.',
    schema: { type: 'integer', minimum: 0 },
  },
  Location: { description: 'Where to go on.', schema: { type: 'string', format: 'uri-reference' } },
};

const referToHeader = (name: keyof typeof responseHeaders) => ({ $ref: `#/components/headers/${name}` });

/**
 * Completes what the framework has gathered of each operation: parameters with a default may be left out, answers have
 * headers, and errors that many routes answer in the same words stand among the components, once.
 */
export function completeOperations(paths: Paths): { paths: Paths; responses: Json } {
  const shared: Json = {};
  const completed = Object.entries(paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => [method, complete(operation, shared)]),
    ),
  ]);
  return { paths: Object.fromEntries(completed), responses: shared };
}

function complete(operation: Operation, shared: Json): Operation {
  const responses = Object.entries(operation.responses).map(([status, response]) => {
    // A response that has a page too is not the one that other routes share.
    const isShared = Object.keys(response.content ?? {}).length === 1;
    const name = isShared && nameOfError(response.content?.['application/json']?.example?.detail);
    const whole = withHeaders(status, response);
    if (!name) return [status, whole];
    shared[name] = whole;
    return [status, { $ref: `#/components/responses/${name}` }];
  });
  return {
    ...operation,
    ...(operation.parameters && { parameters: operation.parameters.map(withDefault) }),
    responses: Object.fromEntries(responses),
  };
}

const withDefault = (parameter: Parameter): Parameter =>
  parameter.schema?.default === undefined ? parameter : { ...parameter, required: false };

const withHeaders = (status: string, response: Response): Response => ({
  ...response,
  headers: {
    ...(response.headers as Json | undefined),
    'X-Request-Id': referToHeader('RequestId'),
    ...((status === '429' || status === '503') && { 'Retry-After': referToHeader('RetryAfter') }),
    ...(status.startsWith('3') && { Location: referToHeader('Location') }),
  },
});
