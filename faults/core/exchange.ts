import { Agent, request } from 'node:http';

export interface Reply {
  /** Null when the connection broke, or when no answer came within a minute. */
  status: number | null;
  text: string;
  retryAfter: string | null;
  ms: number;
}

export interface Question {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Called when the first bytes of the answer's body have come. */
  onBytes?(): void;
}

const patienceMs = 60_000;

/** A client whose connections stay open between requests, and which tells a broken connection from an answer. */
export function createExchange(url: string, sockets = 32) {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets });
  const { hostname, port } = new URL(url);
  const ask = ({ method = 'GET', path, headers = {}, body, onBytes }: Question): Promise<Reply> => {
    const before = performance.now();
    return new Promise((resolve) => {
      const end = (status: number | null, text = '', retryAfter: string | null = null) =>
        resolve({ status, text, retryAfter, ms: performance.now() - before });
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const asked = request(
        { hostname, port, method, path, agent, headers: { ...headers, ...length }, timeout: patienceMs },
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
      asked.on('error', () => end(null));
      asked.on('timeout', () => asked.destroy());
      asked.end(body);
    });
  };
  return { ask, close: () => agent.destroy() };
}

export type Exchange = ReturnType<typeof createExchange>;
