import { setTimeout as sleep } from 'node:timers/promises';

/** A response with its body. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any;
}

type Headers_ = Record<string, string>;

export interface Client {
  request(method: string, path: string, options?: { body?: unknown; headers?: Headers_ }): Promise<Answer>;
  get(path: string, headers?: Headers_): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Headers_): Promise<Answer>;
  patch(path: string, body?: unknown, headers?: Headers_): Promise<Answer>;
  delete(path: string, headers?: Headers_): Promise<Answer>;
  /** A client with additional headers. */
  with(headers: Headers_): Client;
  /** A client that retries after 503, because a busy machine rejects some requests. */
  retrying(): Client;
}

/** Enough for a slow machine, but finite to detect a service that never serves. */
const maxAttempts = 20;

/** Strings are sent verbatim, everything else as JSON. */
export function createClient(url: string, standing: Headers_ = {}, attempts = 1): Client {
  const request: Client['request'] = async (method, path, options) => {
    for (let attempt = 1; ; attempt++) {
      const answer = await send(method, path, options);
      if (answer.status !== 503 || attempt >= attempts) return answer;
      await sleep(100);
    }
  };
  const send: Client['request'] = async (method, path, { body, headers = {} } = {}) => {
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...standing,
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text ? JSON.parse(text) : null,
    };
  };
  return {
    request,
    get: (path, headers = {}) => request('GET', path, { headers }),
    post: (path, body, headers = {}) => request('POST', path, { body, headers }),
    patch: (path, body, headers = {}) => request('PATCH', path, { body, headers }),
    delete: (path, headers = {}) => request('DELETE', path, { headers }),
    with: (headers) => createClient(url, { ...standing, ...headers }, attempts),
    retrying: () => createClient(url, standing, maxAttempts),
  };
}
