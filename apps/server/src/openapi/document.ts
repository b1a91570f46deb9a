import swagger from '@fastify/swagger';
import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import { version } from '../version.ts';
import { type Json, nameSchemas } from './components.ts';
import { completeOperations, type Paths, responseHeaders } from './operations.ts';
import { responsesOf } from './responses.ts';
import { securitySchemes } from './security.ts';
import { tags } from './tags.ts';

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
