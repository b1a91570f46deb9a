import swagger from '@fastify/swagger';
import {
  activityKinds,
  catalogueParts,
  deliveryStatuses,
  eventTypes,
  imageTypes,
  plans,
  ruleKinds,
  scopes,
  severities,
  statsRanges,
  statuses,
  timelineKinds,
  transforms,
  ways,
} from '@skep/vocabulary';
import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import Type from 'typebox';
import type { App } from '../http/app.ts';
import { version } from '../version.ts';
import { nameOfError, responsesOf } from './responses.ts';

interface Described {
  /** Where the service is reached. */
  baseUrl: string;
  /** What the service itself sends to others, by the type of event. */
  webhooks: object;
}

/** Gathers the OpenAPI document from every route that is added after this call. */
export async function describeApi(app: FastifyInstance, { baseUrl, webhooks }: Described): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Skep',
        version,
        description:
          'Bug reports in, triage, events out. Sign up or log in below and the token is used for every further call.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: baseUrl, description: 'This installation.' }],
      tags,
      components: { securitySchemes },
    },
    // Paths stand as they are called, whatever path the address of the service itself has.
    stripBasePath: false,
    transform: ({ schema, url, route }) => ({
      schema: {
        ...schema,
        description: [schema?.description, accessOf(route.config ?? {})].filter(Boolean).join(' '),
        security: securityOf(route.config ?? {}),
        response: responsesOf(route),
      },
      url,
    }),
    transformObject: (document) =>
      'openapiObject' in document ? complete(document.openapiObject, webhooks) : document.swaggerObject,
  });
}

/** The document with everything in it that clients are generated from. */
function complete<T extends { paths?: object; components?: object | undefined }>(
  document: T,
  webhooks: object,
): T {
  const schemas: Json = {};
  const { paths, responses } = completeOperations(document.paths as Paths);
  return {
    ...document,
    paths: nameSchemas(paths, schemas),
    webhooks: nameSchemas(webhooks, schemas),
    components: {
      ...document.components,
      headers: responseHeaders,
      responses: nameSchemas(responses, schemas),
      schemas,
    },
  };
}

function securityOf({ auth, scope }: FastifyContextConfig): { [scheme: string]: string[] }[] {
  switch (auth) {
    case 'session':
    case 'operator':
      return [{ session: [] }];
    case 'key':
      return [{ projectKey: [] }];
    case 'token':
      return [{ mcpToken: scope ? [scope] : [] }];
    case 'mcp':
      return [{ mcpToken: [] }, { mcpBearer: [] }];
    default:
      return [];
  }
}

const credentials: Record<string, string> = {
  session: 'Requires a session token.',
  operator: 'Requires the session token of an operator.',
  key: 'Requires a project API key.',
  token: 'Requires an MCP token.',
  mcp: 'Requires an MCP token.',
  public: 'Requires no credential.',
};

/** Who may call an operation and how often, as the last sentences of its description. */
function accessOf({ auth = 'public', scope, limits = [] }: FastifyContextConfig): string {
  const subjects = { ip: 'IP address', email: 'email address' };
  const each = limits.map(({ max, per, each }) => `${max} per ${per} and ${subjects[each]}`);
  return [
    scope ? `Requires an MCP token with the scope \`${scope}\`.` : credentials[auth],
    ...(each.length > 0 ? [`Limited to ${each.join(', ')}.`] : []),
  ].join(' ');
}

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

/** What opens the doors, as the OpenAPI document names it. */
const securitySchemes = {
  session: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The `access_token` that login and signup answer with.',
  },
  projectKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: "A project's own key, or one of its additional ones.",
  },
  mcpToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-MCP-Token',
    description: 'An MCP token with the scope that is named.',
  },
  mcpBearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'The same MCP token, as MCP clients can send it.',
  },
} as const;

/** The parts of the API, in the order in which a reader meets them. */
export const tags = [
  {
    name: 'auth',
    description: 'Signing up and in, by password or with a provider, and forgotten passwords.',
  },
  { name: 'me', description: 'Your own account, invitations to you, and your MCP tokens.' },
  { name: 'teams', description: 'Teams, their members, invitations and statistics.' },
  { name: 'projects', description: 'Projects, their keys and settings.' },
  { name: 'ingest', description: 'Reports that come in, with an image, by the key of a project.' },
  { name: 'bugs', description: 'Bugs and their images, for whoever has a link to one.' },
  { name: 'triage', description: 'The inbox: listing, changing and following bugs.' },
  { name: 'comments', description: 'What people say about a bug.' },
  { name: 'labels', description: 'The labels of a team, and those on a bug.' },
  { name: 'saved views', description: 'Filters of the inbox that are kept under a name.' },
  { name: 'blocklist', description: 'Rules that drop reports before they are stored.' },
  { name: 'webhooks', description: 'Events that are sent to other services, and what came of that.' },
  { name: 'notifications', description: 'The pages behind the links in mails.' },
  { name: 'operator', description: 'The whole installation, for its operators; to everybody else, 404.' },
  { name: 'service', description: 'The service itself.' },
  { name: 'mcp', description: 'The same for AI assistants, by MCP token; and the MCP server.' },
];

export type Json = { [key: string]: unknown };

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Moves schemas with a title, and words with a name, to `components`, and refers to them elsewhere: generated clients take
 * the names of their types from there.
 */
function nameSchemas<T>(part: T, schemas: Json): T {
  return hoist(part, schemas) as T;
}

/** What is not a schema, but may look like one. */
const values = ['example', 'examples', 'default', 'const', 'enum'];

function hoist(value: unknown, schemas: Json): unknown {
  if (Array.isArray(value)) return value.map((entry) => hoist(entry, schemas));
  if (!isJson(value)) return value;
  const entries = Object.entries(value).map(([key, entry]) => [
    key,
    values.includes(key) && !isProperties(value) ? entry : hoist(entry, schemas),
  ]);
  const schema = plain(Object.fromEntries(entries));
  if (Array.isArray(schema.enum)) return withNamedWords(schema, schema.enum, schemas);
  if (typeof schema.title !== 'string' || schema.type === undefined) return schema;
  // A description says what the schema means in this one place, where the response has copied it already.
  const { title, description, ...named } = schema;
  const types = [schema.type].flat();
  const type = types.find((one) => one !== 'null');
  schemas[schema.title] = { title, ...named, type };
  const reference = refer(schema.title);
  return types.includes('null') ? { description, anyOf: [reference, { type: 'null' }] } : reference;
}

/** Whether these are fields of an object, which may have any name. */
const isProperties = (value: Json) => Object.values(value).every(isJson);

function withNamedWords(schema: Json, all: unknown[], schemas: Json): unknown {
  const words = all.filter((word) => word !== null);
  const name = nameOfWords(words);
  if (!name) return schema;
  const { type, enum: _, title, ...rest } = schema;
  schemas[name] = { title: name, type: 'string', enum: words };
  const isNullable = Array.isArray(type) && type.includes('null');
  return isNullable ? { ...rest, anyOf: [refer(name), { type: 'null' }] } : { ...rest, ...refer(name) };
}

const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Says in the words that generators understand what our validator is told in others. */
function plain(schema: Json): Json {
  const { discriminator, ...rest } = schema;
  const alternatives = schema.anyOf;
  const isPatch =
    Array.isArray(alternatives) &&
    alternatives.every((one) => isJson(one) && 'required' in one && !('type' in one));
  if (!isPatch) return isJson(discriminator) && 'propertyName' in discriminator ? rest : schema;
  const { anyOf, ...patch } = rest;
  return { ...patch, minProperties: 1 };
}

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
const responseHeaders = {
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
function completeOperations(paths: Paths): { paths: Paths; responses: Json } {
  const shared: Json = {};
  const completed = Object.entries(paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => [method, completeOperation(operation, shared)]),
    ),
  ]);
  return { paths: Object.fromEntries(completed), responses: shared };
}

function completeOperation(operation: Operation, shared: Json): Operation {
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

/** The names that lists of words have in the OpenAPI document, and in clients that are generated from it. */
const names: [string, readonly string[]][] = [
  ['Status', statuses],
  ['Severity', severities],
  ['Plan', plans],
  ['Scope', scopes],
  ['ActivityKind', activityKinds],
  ['TimelineKind', timelineKinds],
  ['Via', ways],
  ['CataloguePart', catalogueParts],
  ['WebhookEvent', eventTypes],
  ['WebhookTransform', transforms],
  ['DeliveryStatus', deliveryStatuses],
  ['BlocklistRuleKind', ruleKinds],
  ['ImageType', imageTypes],
  ['StatsRange', statsRanges],
];

const byWords = new Map(names.map(([name, words]) => [words.join(), name]));

/** The name of a list of words; undefined for one that stands in a single place. */
const nameOfWords = (words: unknown[]): string | undefined => byWords.get(words.join());
