import { Compile, type Validator } from 'typebox/compile';
import { type Ids, type Route, type RouteResponse, routes } from './routes.ts';

type QueryValue = string | number | undefined;

export interface ApiCall {
  query?: Record<string, QueryValue | QueryValue[]>;
  body?: object;
  apiKey?: string;
}

/** Calls the service's REST routes. Errors are thrown as `ApiProblem`. */
export interface Api {
  baseUrl: string;
  /** Logs an internal error for the operator. */
  log(error: unknown): void;
  request<R extends Route>(route: R, ids: Ids<R>, call?: ApiCall): Promise<RouteResponse<R>>;
}

/** Transport of a request: HTTP, or a call within the process. */
export type Send = (request: {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}) => Promise<{ status: number; retryAfter: string | undefined; text: string }>;

interface Connection {
  baseUrl: string;
  token: string;
  send: Send;
  log: Api['log'];
}

const validators = new Map<string, Validator>(
  Object.entries(routes).map(([route, schema]) => [route, Compile(schema)]),
);

export function createApi({ baseUrl, token, send, log }: Connection): Api {
  return {
    baseUrl,
    log,
    async request(route, ids, call = {}) {
      const response = await send(toWireRequest(route, ids, call, token));
      const content = parse(response.text);
      if (response.status < 200 || response.status > 299) {
        throw new ApiProblem(response.status, detailOf(content), response.retryAfter);
      }
      const validator = validators.get(route) as Validator;
      if (validator.Check(content)) return content as RouteResponse<typeof route>;
      const [error] = validator.Errors(content);
      const problem = `${error?.instancePath || 'body'} ${error?.message}`;
      throw new ApiProblem(response.status, `unexpected response format: ${problem}`);
    },
  };
}

function toWireRequest(
  route: Route,
  ids: Record<string, number>,
  { query, body, apiKey }: ApiCall,
  token: string,
): Parameters<Send>[0] {
  const [method = '', pattern = ''] = route.split(' ');
  const path = pattern.replaceAll(/:(\w+)/g, (_match, name: string) => String(ids[name]));
  return {
    method,
    path: `/api/v1${path}${toQuery(query)}`,
    headers: {
      accept: 'application/json',
      ...(apiKey === undefined ? { 'x-mcp-token': token } : { 'x-api-key': apiKey }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}

function toQuery(query: ApiCall['query'] = {}): string {
  const search = new URLSearchParams();
  for (const [name, given] of Object.entries(query)) {
    for (const value of [given].flat()) if (value !== undefined) search.append(name, String(value));
  }
  return search.size > 0 ? `?${search}` : '';
}

/** Returns undefined if the text is not JSON, such as a proxy's error page. Numbers keep all their digits. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text, keepDigits);
  } catch {
    return undefined;
  }
}

const keepDigits = (_key: string, value: unknown, { source }: { source?: string }) =>
  typeof value === 'number' && source !== undefined && String(value) !== source
    ? JSON.rawJSON(source)
    : value;

// TypeScript does not have these types yet.
declare global {
  interface JSON {
    rawJSON(text: string): object;
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
    ): unknown;
  }
}

function detailOf(content: unknown): string {
  const { detail, request_id } = Object(content);
  if (typeof detail !== 'string') return 'no reason given';
  return request_id === undefined ? detail : `${detail}, request ${request_id}`;
}

export class ApiProblem extends Error {
  /** HTTP status, or 0 without a response. */
  readonly status: number;
  readonly retryAfter: string | undefined;

  constructor(status: number, detail: string, retryAfter?: string) {
    super(detail);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** Explains an error to an assistant and suggests what to do. `missing` says how to find valid ids. */
export function explain(
  { status, message, retryAfter }: ApiProblem,
  settings: string,
  missing: string,
): string {
  const seconds = retryAfter ?? '5';
  switch (status) {
    case 0:
      return `The server did not respond (${message}). Try again in a moment. If it fails again, tell the user.`;
    case 401:
      return `${message}: it is malformed or was revoked. Ask the user to create a new one at ${settings} and to update the configuration of this MCP server.`;
    case 403:
      return `${message}. Ask the user to create a token with that scope at ${settings}.`;
    case 404:
      return `Not found: it does not exist or the user has no access to its team. ${missing}`;
    case 409:
      return `${message}. Use other values, or read the current state first.`;
    case 422:
    case 400:
    case 413:
      return `Invalid arguments. ${message}. Correct them and call the tool again.`;
    case 429:
      return `${message}. Wait ${seconds} seconds before calling again.`;
    case 503:
      return `${message}. Try again in ${seconds} seconds.`;
    default:
      return `The server returned ${status} (${message}). Retrying will not help. Tell the user.`;
  }
}
