/** A user's access token, a project's API key or an MCP token. */
export type Credential = { token: string } | { apiKey: string } | { mcpToken: string };

export interface ConnectionOptions {
  /** URL of the service, such as `https://bugs.example.com`. Not needed on pages of the service itself. */
  baseUrl?: string;
  /** A function is called for every request. */
  credential?: Credential | (() => Credential | undefined);
  /** Defaults to the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
}

export interface Connection {
  baseUrl: string;
  /** Sends a request without retries. Credentials set on the request take precedence. */
  send(request: Request): Promise<Response>;
}

export function connect({
  baseUrl = '',
  credential,
  fetch = (request) => globalThis.fetch(request),
}: ConnectionOptions): Connection {
  return {
    baseUrl: baseUrl.endsWith('/') ? baseUrl.slice(0, -1) : baseUrl,
    send(request) {
      const current = typeof credential === 'function' ? credential() : credential;
      if (current && !credentialHeaders.some((name) => request.headers.has(name)))
        request.headers.set(...headerOf(current));
      return fetch(request);
    },
  };
}

const credentialHeaders = ['authorization', 'x-api-key', 'x-mcp-token'];

function headerOf(credential: Credential): [name: string, value: string] {
  if ('token' in credential) return ['authorization', `Bearer ${credential.token}`];
  if ('apiKey' in credential) return ['x-api-key', credential.apiKey];
  return ['x-mcp-token', credential.mcpToken];
}
