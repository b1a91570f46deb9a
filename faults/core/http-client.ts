import { Agent, request } from 'node:http';

export interface HttpResponse {
  /** Null if the connection broke or the request timed out. */
  status: number | null;
  text: string;
  retryAfter: string | null;
  ms: number;
}

export interface HttpRequest {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Called at the first chunk of the response body. */
  onBytes?(): void;
}

const timeoutMs = 60_000;

/** Keep-alive client that resolves on broken connections instead of throwing. */
export function createHttpClient(url: string, sockets = 32) {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets });
  const { hostname, port } = new URL(url);
  const send = ({
    method = 'GET',
    path,
    headers = {},
    body,
    onBytes,
  }: HttpRequest): Promise<HttpResponse> => {
    const before = performance.now();
    return new Promise((resolve) => {
      const end = (status: number | null, text = '', retryAfter: string | null = null) =>
        resolve({ status, text, retryAfter, ms: performance.now() - before });
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const outgoing = request(
        { hostname, port, method, path, agent, headers: { ...headers, ...length }, timeout: timeoutMs },
        (response) => {
          let text = '';
          if (onBytes) response.once('data', onBytes);
          response.setEncoding('utf8').on('data', (chunk) => {
            text += chunk;
          });
          response.on('end', () =>
            end(response.statusCode ?? 0, text, response.headers['retry-after'] ?? null),
          );
          response.on('error', () => end(null));
          response.on('aborted', () => end(null));
        },
      );
      outgoing.on('error', () => end(null));
      outgoing.on('timeout', () => outgoing.destroy());
      outgoing.end(body);
    });
  };
  return { send, close: () => agent.destroy() };
}

export type HttpClient = ReturnType<typeof createHttpClient>;
