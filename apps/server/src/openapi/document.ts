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
          'Bug reports in, triage, events out. Sign up or log in below and the token is used for every further call.',
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
        summary: 'This document',
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

const tags = [
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
