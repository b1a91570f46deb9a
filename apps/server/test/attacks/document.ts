import type { TestNode } from '../harness.ts';

// The attacks read everything from the OpenAPI document, so new routes are attacked automatically.

// biome-ignore lint/suspicious/noExplicitAny: a JSON schema is looked into, not typed
export type Schema = any;

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: Schema;
}

export type Auth = 'public' | 'session' | 'operator' | 'key' | 'token' | 'mcp';

export interface Route {
  /** For example `GET /api/v1/teams/{team_id}`. */
  name: string;
  method: string;
  path: string;
  auth: Auth;
  parameters: Parameter[];
  /** Schema and example of a JSON body, if any. */
  body?: { schema: Schema; example: Record<string, unknown> };
  /** Response schemas by status and media type. */
  answers: Record<string, Record<string, Schema>>;
}

export interface ApiDocument {
  routes: Route[];
  components: { schemas: Record<string, Schema> };
  /** Follows a reference. */
  resolve(schema: Schema): Schema;
}

export async function readDocument(node: TestNode): Promise<ApiDocument> {
  const { body: document } = await node.anyone.get('/openapi.json');
  const resolve = (part: Schema): Schema => {
    const [, , kind, name] = part?.$ref?.split('/') ?? [];
    return name ? document.components[kind][name] : part;
  };
  const routes = Object.entries<Schema>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Schema>(methods).map(([method, operation]) => readRoute(method, path, operation, resolve)),
  );
  return { routes, components: document.components, resolve };
}

function readRoute(
  method: string,
  path: string,
  operation: Schema,
  resolve: (part: Schema) => Schema,
): Route {
  const json = operation.requestBody?.content['application/json'];
  const [first] = Object.values<Schema>(json?.examples ?? {});
  const answers = Object.entries<Schema>(operation.responses).map(([status, response]) => {
    const content = Object.entries<Schema>(resolve(response).content ?? {});
    return [status, Object.fromEntries(content.map(([type, { schema }]) => [type, schema]))];
  });
  return {
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    auth: authOf(path, operation.security),
    parameters: operation.parameters ?? [],
    ...(json && { body: { schema: json.schema, example: json.example ?? first?.value ?? {} } }),
    answers: Object.fromEntries(answers),
  };
}

const auths: Record<string, Auth> = { projectKey: 'key', mcpToken: 'token', session: 'session' };

function authOf(path: string, security: Record<string, string[]>[]): Auth {
  if (path === '/mcp') return 'mcp';
  if (path.startsWith('/api/v1/operator/')) return 'operator';
  const [scheme = ''] = Object.keys(security[0] ?? {});
  return auths[scheme] ?? 'public';
}

/** Only ids have these bounds. */
export const isId = ({ minimum, maximum }: Schema) => minimum === 1 && maximum === Number.MAX_SAFE_INTEGER;

/** Path of an id in a query or body, such as `['filters', 0, 'team_id']`. */
export type Place = (string | number)[];

/** Paths of all ids in a schema. Lists use their first item. */
export function placesOfIds(document: ApiDocument, given: Schema, place: Place = []): Place[] {
  const schema = document.resolve(given) ?? {};
  const within = Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    placesOfIds(document, property, [...place, name]),
  );
  const chosen = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((each: Schema) =>
    placesOfIds(document, each, place),
  );
  const listed = schema.items ? placesOfIds(document, schema.items, [...place, 0]) : [];
  const own = isId(schema) && [schema.type].flat().includes('integer') ? [place] : [];
  const places = [...own, ...listed, ...within, ...chosen];
  return [...new Map(places.map((each) => [each.join('.'), each])).values()];
}

/** Returns a copy with another value at this path. */
export function putAt(value: unknown, [first, ...rest]: Place, inner: unknown): unknown {
  if (first === undefined) return inner;
  if (typeof first === 'number') return [putAt(undefined, rest, inner)];
  const object = value as Record<string, unknown> | undefined;
  return { ...object, [first]: putAt(object?.[first], rest, inner) };
}
