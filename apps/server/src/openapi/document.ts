import swagger from '@fastify/swagger';
import * as words from '@skep/vocabulary';
import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import Type from 'typebox';
import type { Auth } from '../auth/guards.ts';
import type { App } from '../http/app.ts';
import { version } from '../version.ts';
import { nameOfError, responsesOf } from './responses.ts';

/** Builds the OpenAPI document from all routes added later. `webhooks` are the messages by event type. */
export async function describeApi(app: FastifyInstance, baseUrl: string, webhooks: object): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Skep',
        version,
        description:
          'Collect bug reports, triage them, and send events to other services. Sign up or log in below: the token is then used for all requests.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: baseUrl, description: 'This installation.' }],
      tags,
      components: { securitySchemes },
    },
    // Keeps the path prefix of routes, whatever BASE_URL contains.
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

function complete<T extends { paths?: object; components?: object | undefined }>(
  document: T,
  webhooks: object,
): T {
  const schemas: Json = {};
  const responses: Json = {};
  const paths = mapValues(document.paths as Record<string, Record<string, Operation>>, (methods) =>
    mapValues(methods, (operation) => completeOperation(operation, responses)),
  );
  return {
    ...document,
    paths: hoist(paths, schemas),
    webhooks: hoist(webhooks, schemas),
    components: {
      ...document.components,
      headers: responseHeaders,
      responses: hoist(responses, schemas),
      schemas,
    },
  };
}

function mapValues<T, U>(object: Record<string, T>, map: (value: T, key: string) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]));
}

const access: Record<Auth, { credential: string; schemes: (keyof typeof securitySchemes)[] }> = {
  public: { credential: 'Requires no credential.', schemes: [] },
  session: { credential: 'Requires a session token.', schemes: ['session'] },
  operator: { credential: 'Requires the session token of an operator.', schemes: ['session'] },
  key: { credential: 'Requires a project API key.', schemes: ['projectKey'] },
  token: { credential: 'Requires an MCP token.', schemes: ['mcpToken'] },
  mcp: { credential: 'Requires an MCP token.', schemes: ['mcpToken', 'mcpBearer'] },
};

const securityOf = ({ auth = 'public', scope }: FastifyContextConfig) =>
  access[auth].schemes.map((scheme) => ({ [scheme]: scope ? [scope] : [] }));

/** Appended to the description: required credential and rate limits. */
function accessOf({ auth = 'public', scope, limits = [] }: FastifyContextConfig): string {
  const subjects = { ip: 'IP address', email: 'email address' };
  const each = limits.map(({ max, per, each }) => `${max} per ${per} and ${subjects[each]}`);
  return [
    scope ? `Requires an MCP token with the scope \`${scope}\`.` : access[auth].credential,
    ...(each.length > 0 ? [`Limited to ${each.join(', ')}.`] : []),
  ].join(' ');
}

const OpenApiDocument = Type.Unsafe<object>({
  type: 'object',
  additionalProperties: true,
  examples: [{ openapi: '3.1.0', info: { title: 'Skep', version } }],
});

export function documentRoutes(root: App, app: FastifyInstance): void {
  let document: string | undefined;

  root.get(
    '/openapi.json',
    {
      config: { auth: 'public' },
      schema: {
        tags: ['service'],
        operationId: 'getOpenApiDocument',
        summary: 'Read the OpenAPI document',
        response: { 200: OpenApiDocument },
      },
    },
    (_request, reply) => {
      document ??= JSON.stringify(app.swagger());
      return reply.type('application/json; charset=utf-8').send(document as unknown as object);
    },
  );
}

const securitySchemes = {
  session: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The `access_token` returned by login and signup.',
  },
  projectKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'The publishable key or an additional key of a project.',
  },
  mcpToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-MCP-Token',
    description: 'An MCP token with the required scope.',
  },
  mcpBearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'The same MCP token as a bearer token.',
  },
} as const;

const tags = [
  {
    name: 'auth',
    description: 'Sign-up, sign-in with password or provider, and password reset.',
  },
  { name: 'me', description: 'Your account, invitations and MCP tokens.' },
  { name: 'teams', description: 'Teams, their members, invitations and statistics.' },
  { name: 'projects', description: 'Projects, API keys and settings.' },
  { name: 'ingest', description: 'Sending reports and images with an API key.' },
  { name: 'bugs', description: 'Bugs and their images.' },
  { name: 'triage', description: 'The inbox: list, change and follow bugs.' },
  { name: 'comments', description: 'Comments on bugs.' },
  { name: 'labels', description: 'Labels of a team and of bugs.' },
  { name: 'saved views', description: 'Named filters of the inbox.' },
  { name: 'blocklist', description: 'Rules that drop reports before they are stored.' },
  { name: 'webhooks', description: 'Webhooks and their deliveries.' },
  { name: 'notifications', description: 'Pages behind links in emails.' },
  { name: 'operator', description: 'The whole installation. Operators only; everyone else gets 404.' },
  { name: 'service', description: 'Health and documentation.' },
  { name: 'mcp', description: 'Routes for AI assistants, and the MCP server.' },
];

type Json = { [key: string]: unknown };

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keys whose values are not schemas. */
const values = ['example', 'examples', 'default', 'const', 'enum'];

/** Moves titled schemas and known enums to `components`, which gives generated clients their type names. */
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
  // The description applies to this one use, and the response already has it.
  const { title, description, ...named } = schema;
  const types = [schema.type].flat();
  const type = types.find((one) => one !== 'null');
  schemas[schema.title] = { title, ...named, type };
  const reference = refer(schema.title);
  return types.includes('null') ? { description, anyOf: [reference, { type: 'null' }] } : reference;
}

/** Property maps, whose keys are arbitrary. */
const isProperties = (value: Json) => Object.values(value).every(isJson);

function withNamedWords(schema: Json, all: unknown[], schemas: Json): unknown {
  const listed = all.filter((word) => word !== null);
  const name = nameByWords.get(listed.join());
  if (!name) return schema;
  const { type, enum: _, title, ...rest } = schema;
  schemas[name] = { title: name, type: 'string', enum: listed };
  const isNullable = Array.isArray(type) && type.includes('null');
  return isNullable ? { ...rest, anyOf: [refer(name), { type: 'null' }] } : { ...rest, ...refer(name) };
}

const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Replaces validator-specific keywords with standard ones. */
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

const responseHeaders = {
  RequestId: {
    description: 'Id of the request in the log.',
    schema: { type: 'string', format: 'uuid' },
  },
  RetryAfter: {
    description: 'Seconds to wait before retrying.',
    schema: { type: 'integer', minimum: 0 },
  },
  Location: { description: 'Target of the redirect.', schema: { type: 'string', format: 'uri-reference' } },
};

const referToHeader = (name: keyof typeof responseHeaders) => ({ $ref: `#/components/headers/${name}` });

function completeOperation(operation: Operation, shared: Json): Operation {
  const responses = mapValues(operation.responses, (response, status): Response => {
    // A response that also has a page is not shared.
    const isShared = Object.keys(response.content ?? {}).length === 1;
    const name = isShared && nameOfError(response.content?.['application/json']?.example?.detail);
    const whole = withHeaders(status, response);
    if (!name) return whole;
    shared[name] = whole;
    return { $ref: `#/components/responses/${name}` };
  });
  const { parameters } = operation;
  return { ...operation, ...(parameters && { parameters: parameters.map(withDefault) }), responses };
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

const names: [string, readonly string[]][] = [
  ['Status', words.statuses],
  ['Severity', words.severities],
  ['Plan', words.plans],
  ['Scope', words.scopes],
  ['ActivityKind', words.activityKinds],
  ['TimelineKind', words.timelineKinds],
  ['Via', words.viaValues],
  ['CataloguePart', words.catalogueParts],
  ['WebhookEvent', words.eventTypes],
  ['WebhookTransform', words.transforms],
  ['DeliveryStatus', words.deliveryStatuses],
  ['BlocklistRuleKind', words.ruleKinds],
  ['ImageType', words.imageTypes],
  ['StatsRange', words.statsRanges],
];

const nameByWords = new Map(names.map(([name, list]) => [list.join(), name]));
