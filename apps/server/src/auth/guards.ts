import type { Scope } from '@skep/vocabulary';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  RouteOptions,
} from 'fastify';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../db/connection.ts';
import { argument, prepareStatement } from '../db/statements.ts';
import { invalidMcpToken, notFound, notSignedIn, originNotAllowed, scopeMissing } from '../errors.ts';
import { addHook } from '../http/app.ts';
import { type AccessToken, readAccessToken } from './access-tokens.ts';
import type { Actor } from './actor.ts';
import { hashSecret } from './secrets.ts';

export type Auth = 'public' | 'session' | 'operator' | 'key' | 'token' | 'mcp';

declare module 'fastify' {
  interface FastifyContextConfig {
    auth?: Auth;
    scope?: Scope;
  }
  interface FastifyRequest {
    /** Set by the guards `session`, `operator` and `token`. */
    actor: Actor;
    /** When the credential was last verified (`performance.now()`). */
    verifiedAt: number;
    /** Set by the guards `session` and `operator`. */
    accessToken: AccessToken;
    /** Set by the guards `token` and `mcp`. */
    mcpToken: McpGrant;
  }
}

interface GuardParts {
  config: { baseUrl: string };
  secretKey: string;
  pools: { main: Database };
  log: Logger;
}

/** Throws unless the request is authorized. */
export type Guard = (request: FastifyRequest) => Promise<unknown>;
export type Guards = Record<Exclude<Auth, 'public'>, Guard>;

/**
 * Sessions and tokens are not cached. Every request reads its user and teams, so revocation takes effect at once on every node.
 */
export function createGuards(parts: GuardParts, requireApiKey: Guard): Guards {
  const ownOrigin = new URL(parts.config.baseUrl).origin;
  return {
    session: (request) => requireSession(parts, request),
    operator: (request) => requireOperator(parts, request),
    key: requireApiKey,
    async token(request) {
      const token = await readMcpToken(parts, request.headers['x-mcp-token']);
      if (!token) throw invalidMcpToken();
      const { scope } = request.routeOptions.config;
      if (scope && !token.scopes.includes(scope)) throw scopeMissing(scope);
      request.mcpToken = token;
      request.actor = { userId: token.user_id, teamIds: token.team_ids, via: 'mcp' };
    },
    async mcp(request) {
      const { origin } = request.headers;
      if (origin !== undefined && origin !== ownOrigin) throw originNotAllowed();
      const token = await readMcpToken(parts, mcpCredentialOf(request));
      if (!token) throw invalidMcpToken({ 'www-authenticate': 'Bearer realm="Skep"' });
      request.mcpToken = token;
    },
  };
}

/** Adds the guard of each route as a hook that runs before the body is read. A route without `auth` fails the start. */
export function guardRoutes(app: FastifyInstance, guards: Guards): void {
  for (const name of ['actor', 'verifiedAt', 'accessToken', 'mcpToken']) app.decorateRequest(name);
  const hookOf = hooksOf(guards, async (guard, request) => {
    request.verifiedAt = performance.now();
    await guard(request);
  });
  const unguarded: string[] = [];
  app.addHook('onRoute', (route) => {
    const hook = hookOf(route);
    if (hook) addHook(route, 'onRequest', hook);
    // Routes of the docs get their config in a later hook.
    queueMicrotask(() => route.config?.auth || unguarded.push(`${route.method} ${route.url}`));
  });
  app.addHook('onReady', async () => {
    if (unguarded.length > 0) throw new Error(`Routes without auth: ${unguarded.join(', ')}`);
  });
}

/** Plus the 500 ms of the API key cache, this stays below one second, the guaranteed revocation time. */
const trustedMs = 400;

/** Verifies the credential again if the body arrived slowly. Register after the hooks that delay requests. */
export function recheckSlowRequests(app: FastifyInstance, guards: Guards): void {
  const hookOf = hooksOf(guards, async (guard, request) => {
    if (performance.now() - request.verifiedAt > trustedMs) await guard(request);
  });
  app.addHook('onRoute', (route) => {
    const hook = hookOf(route);
    if (hook) addHook(route, 'preHandler', hook);
  });
}

type AsyncHook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** One hook per guard, so that the HEAD route of a GET route does not run it twice. */
function hooksOf(guards: Guards, run: (guard: Guard, request: FastifyRequest) => Promise<void>) {
  const hooks = new Map<Auth | undefined, AsyncHook>();
  for (const [auth, guard] of Object.entries(guards))
    hooks.set(auth as Auth, (request, _reply) => run(guard, request));
  return (route: RouteOptions) => hooks.get(route.config?.auth) as onRequestHookHandler | undefined;
}

async function requireSession({ secretKey, pools }: GuardParts, request: FastifyRequest) {
  const token = await readAccessToken(secretKey, bearerOf(request) ?? '');
  const [user] = token ? await selectUser(pools.main, [token.userId, token.issuedAt]) : [];
  if (!token || !user) throw notSignedIn();
  request.accessToken = token;
  request.actor = { userId: user.id, teamIds: user.team_ids, via: 'dashboard' };
  return user;
}

/** These routes return 404 to everyone but operators. */
async function requireOperator(parts: GuardParts, request: FastifyRequest): Promise<void> {
  const user = await requireSession(parts, request);
  if (!user.is_operator) throw notFound();
}

interface SessionUser {
  id: number;
  is_operator: boolean;
  team_ids: number[];
}

const selectUser = prepareStatement<SessionUser>(
  () => sql`
    select id, is_operator, array(select team_id from memberships where user_id = users.id) as team_ids
    from users where id = ${argument(1, 'bigint')} and tokens_valid_from <= ${argument(2, 'bigint')}`,
);

export interface McpGrant {
  id: number;
  name: string;
  scopes: Scope[];
  user_id: number;
  team_ids: number[];
}

async function readMcpToken({ pools, log }: GuardParts, token: unknown): Promise<McpGrant | undefined> {
  if (typeof token !== 'string' || !/^mcp_[\x21-\x7e]{1,100}$/.test(token)) return undefined;
  const found = await pools.main
    .selectFrom('mcp_tokens')
    .select([
      'id',
      'name',
      'scopes',
      'user_id',
      sql<number[]>`array(select team_id from memberships where user_id = mcp_tokens.user_id)`.as('team_ids'),
      sql<boolean>`last_used_at is null or last_used_at not between now() - interval '1 minute' and now() + interval '1 minute'`.as(
        'is_due',
      ),
    ])
    .where('token_hash', '=', hashSecret(token))
    .executeTakeFirst();
  // Updated at most once a minute, and not awaited.
  if (found?.is_due)
    touchMcpToken(pools.main, found.id).catch((error) =>
      log.warn({ err: error }, 'cannot save last use of MCP token'),
    );
  return found;
}

/** Skips a locked row, so that parallel requests do not queue for it. */
async function touchMcpToken(db: Database, id: number): Promise<void> {
  await db
    .updateTable('mcp_tokens')
    .set({ last_used_at: sql`now()` })
    .where('id', '=', (eb) =>
      eb.selectFrom('mcp_tokens').select('id').where('id', '=', id).forNoKeyUpdate().skipLocked(),
    )
    .execute();
}

/** MCP clients send the token in our own header or as a bearer token. */
export const mcpCredentialOf = (request: FastifyRequest) =>
  request.headers['x-mcp-token']?.toString() ?? bearerOf(request);

function bearerOf({ headers }: FastifyRequest): string | undefined {
  const [scheme, credential] = headers.authorization?.split(' ') ?? [];
  return scheme?.toLowerCase() === 'bearer' ? credential : undefined;
}
