import createFetchClient, { type FetchResponse, type MaybeOptionalInit } from 'openapi-fetch';
import type { HttpMethod, MediaType, PathsWithMethod, RequiredKeysOf } from 'openapi-typescript-helpers';
import type { paths } from './api.ts';
import { type Connection, type ConnectionOptions, connect } from './connection.ts';
import { failed, type Problem, type Result, refused } from './result.ts';
import { defaultRetries, type RetryPolicy, sendWithRetries } from './retry.ts';

export interface ClientOptions extends ConnectionOptions {
  /** Retry policy for 429, 503 and lost connections. */
  retries?: Partial<RetryPolicy>;
}

export interface Client {
  GET: Call<'get'>;
  PUT: Call<'put'>;
  POST: Call<'post'>;
  PATCH: Call<'patch'>;
  DELETE: Call<'delete'>;
  /** Used for live updates. */
  connection: Connection;
}

type Call<Method extends HttpMethod> = <
  Path extends PathsWithMethod<paths, Method>,
  Init extends MaybeOptionalInit<paths[Path], Method>,
>(
  path: Path,
  ...init: RequiredKeysOf<Init> extends never ? [init?: Init] : [init: Init]
) => Promise<ResultOf<ApiResponse<paths[Path], Method, Init>>>;

type ApiResponse<Route, Method extends HttpMethod, Init> = Route extends {
  [M in Method]: infer Operation extends Record<string | number, unknown>;
}
  ? FetchResponse<Operation, Init, MediaType>
  : never;

type ResultOf<Returned> = Result<
  Returned extends { data: infer Data; error?: never } ? Data : never,
  Returned extends { error: infer Body; data?: never } ? Body : never
>;

export function createClient(options: ClientOptions = {}): Client {
  const connection = connect(options);
  const policy = { ...defaultRetries, ...options.retries };
  const client = createFetchClient<paths>({ baseUrl: connection.baseUrl });

  const call = (method: HttpMethod) => async (path: string, init: UntypedInit) => {
    let isSent = false;
    const fetch = (request: Request) => {
      isSent = true;
      return sendWithRetries(request, connection.send, policy);
    };
    try {
      // The `Client` interface checks the path types.
      const result = await client.request(method as never, path as never, { ...init, fetch } as never);
      const { data, error, response } = result as { data: unknown; error: unknown; response: Response };
      return response.ok
        ? { ok: true, data, response }
        : { ok: false, error: refused(response, error) satisfies Problem<unknown> };
    } catch (cause) {
      // An error before sending is a bug in the calling code.
      if (!isSent) throw cause;
      return { ok: false, error: failed(cause, init?.signal) };
    }
  };

  return {
    GET: call('get') as Client['GET'],
    PUT: call('put') as Client['PUT'],
    POST: call('post') as Client['POST'],
    PATCH: call('patch') as Client['PATCH'],
    DELETE: call('delete') as Client['DELETE'],
    connection,
  };
}

type UntypedInit = { signal?: AbortSignal | null } | undefined;
