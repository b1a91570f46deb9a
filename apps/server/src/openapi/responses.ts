import { STATUS_CODES } from 'node:http';
import type { FastifyContextConfig, FastifySchema } from 'fastify';
import type { TSchema } from 'typebox';
import {
  ApiError,
  bodyTooLarge,
  databaseSilent,
  faultBody,
  invalidApiKey,
  invalidMcpToken,
  notFound,
  notJson,
  notSignedIn,
  notValidJson,
  originNotAllowed,
  outcomeUnknown,
  rateLimited,
  scopeMissing,
  tooManyConcurrentRequests,
} from '../errors.ts';
import { compileValidator } from '../http/validation.ts';
import { ErrorBody } from '../schema.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Errors beyond those implied by auth, limits, parameters and body. A number means the default error of that status. */
    errors?: (number | ApiError)[];
    /** Description of the `Location` header. */
    location?: string;
  }
}

interface RouteParts {
  method: string | string[];
  config?: FastifyContextConfig;
  schema?: FastifySchema;
  /** Set if the route validates its own input. */
  validatorCompiler?: unknown;
  attachValidation?: boolean;
}

const descriptions: Record<number, string> = {
  400: 'The request is malformed',
  401: 'The credential is missing or invalid',
  403: 'Not allowed',
  404: 'Not found, or in another team',
  409: 'Conflicts with the current state',
  412: 'The resource has changed',
  413: 'The body is too large',
  415: 'The content type is not supported',
  422: 'Invalid input; `errors` lists every field',
  429: 'Too many requests; retry after `Retry-After` seconds',
  500: 'Internal server error',
  503: 'Overloaded, or the database does not respond. Nothing was changed; retry after `Retry-After` seconds',
  504: 'The database did not confirm the request: it may or may not have been executed',
};

const exampleRequestId = '7315ef9a-e41c-4faf-8e89-a70ac155ac9e';

const names = new Map(
  Object.entries({
    NotSignedIn: notSignedIn(),
    InvalidApiKey: invalidApiKey(),
    InvalidMcpToken: invalidMcpToken(),
    OriginNotAllowed: originNotAllowed(),
    NotFound: notFound(),
    NotValidJson: notValidJson(),
    BodyTooLarge: bodyTooLarge(),
    NotJson: notJson(),
    TooManyConcurrentRequests: tooManyConcurrentRequests(),
    DatabaseSilent: databaseSilent(),
    OutcomeUnknown: outcomeUnknown(),
    Fault: new ApiError(500, faultBody('').detail),
  }).map(([name, { message }]) => [message, name]),
);

export const nameOfError = (detail: string | undefined) => names.get(detail ?? '');

export function responsesOf(route: RouteParts): Record<string, object> {
  const byStatus = Map.groupBy(errorsOf(route), ({ status }) => status);
  const failures = [...byStatus].map(([status, errors]) => {
    const examples = errors.map(({ body }) => body);
    return [status, errorSchema(status, examples)];
  });
  const declared = (route.schema?.response ?? {}) as Record<string, Declared>;
  const own = Object.entries(declared).map(([status, schema]) => [
    status,
    {
      description: STATUS_CODES[status],
      ...withError(schema, byStatus.get(Number(status))?.[0]),
      ...locationHeader(route),
    },
  ]);
  const fault = errorSchema(500, [faultBody(exampleRequestId)]);
  return { 500: fault, ...Object.fromEntries(failures), ...Object.fromEntries(own) };
}

interface Declared {
  content?: Record<string, object>;
}

/** Browsers get a page, other clients JSON. */
const withError = (schema: Declared, error: ApiError | undefined): Declared =>
  schema.content && error
    ? {
        ...schema,
        content: { 'application/json': { schema: ErrorBody, example: error.body }, ...schema.content },
      }
    : schema;

const locationHeader = ({ config }: RouteParts) =>
  config?.location === undefined
    ? {}
    : { headers: { Location: { type: 'string', format: 'uri-reference', description: config.location } } };

const errorSchema = (status: number, examples: object[]) => ({
  ...ErrorBody,
  description: descriptions[status] ?? STATUS_CODES[status],
  examples,
});

/** Errors declared by the route replace the implied ones of the same status. */
function errorsOf(route: RouteParts): ApiError[] {
  const given = route.config?.errors ?? [];
  const own = given.filter((error) => error instanceof ApiError);
  const usual = given.filter((error) => typeof error === 'number').map(defaultError);
  const isNew = ({ status }: ApiError) => !own.some((error) => error.status === status);
  const following = [...usual, ...followingErrors(route)].filter(isNew);
  return [...own, ...new Map(following.map((error) => [error.status, error])).values()];
}

function defaultError(status: number): ApiError {
  if (status === 404) return notFound();
  return new ApiError(status, descriptions[status] ?? String(STATUS_CODES[status]));
}

function followingErrors({ config = {}, schema, ...route }: RouteParts): ApiError[] {
  const { auth, scope, limits, isProbe } = config;
  if (isProbe) return [];
  const checks = route.validatorCompiler || route.attachValidation ? [] : [422];
  const [limit] = limits ?? [];
  return [
    limit ? rateLimited(`${limit.max} per ${limit.per}`, 60) : tooManyConcurrentRequests(),
    databaseSilent(),
    ...(isChanging(route) ? [outcomeUnknown()] : []),
    ...(auth === 'session' ? [notSignedIn()] : []),
    ...(auth === 'operator' ? [notSignedIn(), notFound()] : []),
    ...(auth === 'key' ? [invalidApiKey()] : []),
    ...(auth === 'token' || auth === 'mcp' ? [invalidMcpToken()] : []),
    ...(scope ? [scopeMissing(scope)] : []),
    ...(hasParams(schema?.params) ? [notFound()] : []),
    // Bodies are parsed even without a schema.
    ...(isChanging(route) ? [notValidJson(), bodyTooLarge(), notJson()] : []),
    ...checks.flatMap(() => refusalOf(schema?.body, 'body') ?? []),
    ...checks.flatMap(() => refusalOf(schema?.querystring, 'querystring') ?? []),
  ];
}

const isChanging = ({ method }: Pick<RouteParts, 'method'>) =>
  [method].flat().some((name) => name !== 'GET' && name !== 'HEAD');

const hasParams = (params: unknown) =>
  Object.keys((params as { properties?: object } | undefined)?.properties ?? {}).length > 0;

type Part = 'body' | 'querystring';

/** A real validation error as example, or undefined. */
function refusalOf(schema: unknown, part: Part): ApiError | undefined {
  if (!schema) return undefined;
  const validate = compileValidator({ schema: schema as TSchema, httpPart: part, method: '', url: '' });
  for (const input of part === 'body' ? wrongBodies : wrongQueries(schema)) {
    const outcome = validate(input) as { error?: ApiError };
    if (outcome.error) return outcome.error;
  }
  return undefined;
}

/** Starts with the most common mistake. */
export const wrongBodies: unknown[] = [{}, []];

/** One query per parameter with a single invalid value. */
export function wrongQueries(schema: object): Record<string, string>[] {
  const names = Object.keys((schema as { properties?: object }).properties ?? {});
  const numbers = names.filter((name) => name === 'limit');
  return [...numbers, ...names].flatMap((name) => ['0', 'x', '\0'].map((value) => ({ [name]: value })));
}
