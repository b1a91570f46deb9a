/** In whose name requests are sent: a person's access token, a project's key, or an MCP token. */
export type Credential = { token: string } | { apiKey: string } | { mcpToken: string };

export interface ConnectionOptions {
  /** Where the service is, such as `https://bugs.example.com`. A page of the service itself needs none. */
  baseUrl?: string;
  /** Asked anew for every request when it is a function. */
  credential?: Credential | (() => Credential | undefined);
  /** What sends requests: the platform's own `fetch` when none is given. */
  fetch?: (request: Request) => Promise<Response>;
}

export interface Connection {
  baseUrl: string;
  /** Sends a request once. A credential that the request names itself is left as it is. */
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
      const given = typeof credential === 'function' ? credential() : credential;
      if (given && !names.some((known) => request.headers.has(known)))
        request.headers.set(...headerOf(given));
      return fetch(request);
    },
  };
}

const names = ['authorization', 'x-api-key', 'x-mcp-token'];

function headerOf(credential: Credential): [name: string, value: string] {
  if ('token' in credential) return ['authorization', `Bearer ${credential.token}`];
  if ('apiKey' in credential) return ['x-api-key', credential.apiKey];
  return ['x-mcp-token', credential.mcpToken];
}
