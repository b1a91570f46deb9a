import swagger from '@fastify/swagger';
import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import { version } from '../version.ts';
import { nameComponents } from './components.ts';

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

/** Gathers the OpenAPI document from every route that is added after this call. */
export async function describeApi(app: FastifyInstance): Promise<void> {
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
      components: { securitySchemes },
    },
    transform: ({ schema, url, route }) => ({
      schema: { ...schema, security: securityOf(route.config ?? {}) },
      url,
    }),
    transformObject: (document) =>
      'openapiObject' in document ? nameComponents(document.openapiObject) : document.swaggerObject,
  });
}

function securityOf({ door, scope }: FastifyContextConfig): { [scheme: string]: string[] }[] {
  switch (door) {
    case 'session':
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
