import { Compile, type Validator } from 'typebox/compile';
import { type Answer, type Ids, type Route, routes } from './routes.ts';

type QueryValue = string | number | undefined;

export interface ApiCall {
  query?: Record<string, QueryValue | QueryValue[]>;
  body?: object;
  apiKey?: string;
}

/** The service's REST routes, as tools use them. A refusal is thrown as an `ApiProblem`. */
export interface Api {
  baseUrl: string;
  /** Logs a bug of ours, for the people who run the service. */
  log(fault: unknown): void;
  request<R extends Route>(route: R, ids: Ids<R>, call?: ApiCall): Promise<Answer<R>>;
}

/** The transport of a request to the service: a socket, or a call within the process. */
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
      const answer = await send(toWireRequest(route, ids, call, token));
      const content = parse(answer.text);
      if (answer.status < 200 || answer.status > 299) {
        throw new ApiProblem(answer.status, detailOf(content), answer.retryAfter);
      }
      const validator = validators.get(route) as Validator;
      if (validator.Check(content)) return content as Answer<typeof route>;
      const [error] = validator.Errors(content);
      const problem = `${error?.instancePath || 'it'} ${error?.message}`;
      throw new ApiProblem(answer.status, `in a form that is not understood here: ${problem}`);
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
  const path = pattern.replaceAll(/:(\w+)/g, (_place, name: string) => String(ids[name]));
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

/** Parses JSON; undefined for an empty body or the page of a proxy. Numbers keep every digit that they came with. */
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

// The compiler's types do not know these two yet.
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
  /** The HTTP status, or 0 when there was no answer. */
  readonly status: number;
  readonly retryAfter: string | undefined;

  constructor(status: number, detail: string, retryAfter?: string) {
    super(detail);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** Tells an assistant what was wrong and what to try. `missing` says where the right ids are found. */
export function explain(
  { status, message, retryAfter }: ApiProblem,
  settings: string,
  missing: string,
): string {
  const seconds = retryAfter ?? '5';
  switch (status) {
    case 0:
      return `The service did not answer (${message}). Try again in a moment; if it stays so, tell the user.`;
    case 401:
      return `${message}: it is malformed or has been revoked. Ask the user to make a new one at ${settings} and to put it into the configuration of this MCP server.`;
    case 403:
      return `${message}. Ask the user for a token with that scope; they are made at ${settings}.`;
    case 404:
      return `Not found: it does not exist, or belongs to a team that the token's user is not in. ${missing}`;
    case 409:
      return `${message}. Choose other values, or look at what is there first.`;
    case 422:
    case 400:
    case 413:
      return `The arguments were refused. ${message}. Correct them and call the tool again.`;
    case 429:
      return `${message}. Wait ${seconds} seconds before calling again.`;
    case 503:
      return `${message}. Try again in ${seconds} seconds.`;
    default:
      return `The service answered ${status} (${message}). Calling again will not help; tell the user.`;
  }
}
