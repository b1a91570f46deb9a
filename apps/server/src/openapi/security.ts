/** What opens the doors, as the OpenAPI document names it. */
export const securitySchemes = {
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
