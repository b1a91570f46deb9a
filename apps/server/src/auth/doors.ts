import type { Scope } from '@skep/vocabulary';
import type { FastifyInstance, FastifyRequest, onRequestHookHandler, preHandlerHookHandler } from 'fastify';
import type { Logger } from 'pino';
import type { Database } from '../db/connection.ts';
import { forbidden, invalidMcpToken, notSignedIn, scopeMissing } from '../errors.ts';
import { addOnRequest, addPreHandler } from '../http/route-hooks.ts';
import { type AccessToken, readAccessToken } from './access-tokens.ts';
import type { Actor } from './actor.ts';
import { handedOnTo } from './handed-on.ts';
import { createMcpTokenReader, type McpGrant, type ReadMcpToken } from './mcp-tokens.ts';
import { findSession } from './queries.ts';

/** Each route names its door as data; what the door finds is the request's actor, or its sender. */
export type Door = 'public' | 'session' | 'key' | 'token' | 'mcp';

declare module 'fastify' {
  interface FastifyContextConfig {
    door?: Door;
    /** Behind the token door: what the token must be allowed to do. */
    scope?: Scope;
  }
  interface FastifyRequest {
    /** Behind the session door and the token door. */
    actor: Actor;
    /** When a door has found out who is asking. */
    enteredAt: number;
    /** Behind the session door. */
    accessToken: AccessToken;
    /** Behind the token door and that of the MCP server. */
    mcpToken: McpGrant;
  }
}

interface DoorParts {
  config: { baseUrl: string };
  secretKey: string;
  pools: { main: Database };
  log: Logger;
}

/** How long what a door has found is taken for true. */
const trustMs = 1_000;

/**
 * Returns how to look again, to be called after everything that routes wait for: until the last byte of a body has come, a
 * session may have ended, or its user may have left a team.
 */
export function openDoors(
  app: FastifyInstance,
  parts: DoorParts,
  { key }: { key: onRequestHookHandler },
): () => void {
  app.decorateRequest('actor');
  app.decorateRequest('enteredAt');
  app.decorateRequest('accessToken');
  app.decorateRequest('mcpToken');

  const ownOrigin = new URL(parts.config.baseUrl).origin;
  const readToken = createMcpTokenReader(parts.pools.main, parts.log);
  const enterAsActor = {
    session: (request: FastifyRequest) => enterWithSession(parts, request),
    token: (request: FastifyRequest) => enterWithToken(readToken, request),
  };
  const enter: Record<Door, onRequestHookHandler | null> = {
    public: null,
    session: async (request) => enterAsActor.session(request),
    key,
    token: async (request) => enterAsActor.token(request),
    mcp: async (request) => enterMcpServer(readToken, ownOrigin, request),
  };
  const again = {
    session: async (request: FastifyRequest) => enterIfLate(request, enterAsActor.session),
    token: async (request: FastifyRequest) => enterIfLate(request, enterAsActor.token),
  };
  const doorless: string[] = [];
  app.addHook('onRoute', (route) => {
    const hook = enter[route.config?.door ?? 'public'];
    if (hook) addOnRequest(route, hook);
    // Mostly this costs nothing (see lookAgain for the other doors).
    if (hook === enter.key) addPreHandler(route, hook as preHandlerHookHandler);
    // Looked at when all hooks have run: the docs' own routes get their door from a hook of theirs.
    queueMicrotask(() => route.config?.door || doorless.push(`${route.method} ${route.url}`));
  });
  app.addHook('onReady', async () => {
    if (doorless.length > 0) throw new Error(`These routes name no door: ${doorless.join(', ')}`);
  });

  return function lookAgain() {
    app.addHook('onRoute', (route) => {
      const door = route.config?.door;
      if (door === 'session' || door === 'token') addPreHandler(route, again[door]);
    });
  };
}

async function enterIfLate(
  request: FastifyRequest,
  enter: (request: FastifyRequest) => Promise<void>,
): Promise<void> {
  if (!isFresh(request)) await enter(request);
}

const isFresh = ({ enteredAt }: Pick<FastifyRequest, 'enteredAt'>) =>
  performance.now() - enteredAt <= trustMs;

async function enterWithSession({ secretKey, pools }: DoorParts, request: FastifyRequest): Promise<void> {
  request.enteredAt = performance.now();
  const credential = bearerOf(request);
  if (!credential) throw notSignedIn();
  const token = await readAccessToken(secretKey, credential);
  const session = token && (await findSession(pools.main, token));
  if (!session) throw notSignedIn();
  request.accessToken = token;
  request.actor = { userId: session.id, teamIds: session.team_ids, via: 'dashboard' };
}

function bearerOf({ headers }: FastifyRequest): string | undefined {
  const [scheme, credential] = headers.authorization?.split(' ') ?? [];
  return scheme?.toLowerCase() === 'bearer' ? credential : undefined;
}

async function enterWithToken(readToken: ReadMcpToken, request: FastifyRequest): Promise<void> {
  const handedOn = handedOnTo(request.raw);
  const isKnown = handedOn !== undefined && isFresh(handedOn);
  request.enteredAt = isKnown ? handedOn.enteredAt : performance.now();
  const token = isKnown ? handedOn.mcpToken : await readToken(request.headers['x-mcp-token']);
  if (!token) throw invalidMcpToken();
  const { scope } = request.routeOptions.config;
  if (scope && !token.scopes.includes(scope)) throw scopeMissing(scope);
  request.mcpToken = token;
  request.actor = { userId: token.user_id, teamIds: token.team_ids, via: 'mcp' };
}

/** MCP clients can send a header of ours, or what the protocol knows: a bearer token. */
export const mcpCredentialOf = (request: FastifyRequest) =>
  request.headers['x-mcp-token']?.toString() ?? bearerOf(request);

async function enterMcpServer(
  readToken: ReadMcpToken,
  ownOrigin: string,
  request: FastifyRequest,
): Promise<void> {
  const { origin } = request.headers;
  if (origin !== undefined && origin !== ownOrigin) throw forbidden('Origin not allowed');
  request.enteredAt = performance.now();
  const token = await readToken(mcpCredentialOf(request));
  if (!token) throw invalidMcpToken({ 'www-authenticate': 'Bearer realm="Skep"' });
  request.mcpToken = token;
}
