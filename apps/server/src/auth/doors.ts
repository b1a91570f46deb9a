import type { Scope } from '@skep/vocabulary';
import type {
  FastifyInstance,
  FastifyRequest,
  onRequestHookHandler,
  onSendHookHandler,
  preHandlerHookHandler,
  RouteHandlerMethod,
  RouteOptions,
} from 'fastify';
import type { Logger } from 'pino';
import type { Database } from '../db/connection.ts';
import {
  ApiError,
  invalidMcpToken,
  notFound,
  notSignedIn,
  originNotAllowed,
  scopeMissing,
} from '../errors.ts';
import { addOnRequest, addOnSend, addPreHandler } from '../http/route-hooks.ts';
import type { AccessToken } from './access-tokens.ts';
import type { Actor } from './actor.ts';
import { handedOnTo } from './handed-on.ts';
import { createMcpTokenReader, type McpGrant, type ReadMcpToken } from './mcp-tokens.ts';
import type { Session, Sessions } from './sessions.ts';

/** How a request is authenticated. Each route names its door, and the door sets the request's actor or sender. */
export type Door = 'public' | 'session' | 'operator' | 'key' | 'token' | 'mcp';

declare module 'fastify' {
  interface FastifyContextConfig {
    door?: Door;
    /** The scope that a token must have, on routes behind the token door. */
    scope?: Scope;
    /** Whether nothing that a route changes concerns who may see what: then sessions in memory stay good. GET changes nothing. */
    keepsAccess?: boolean;
  }
  interface FastifyRequest {
    /** Set behind the session door and the token door. */
    actor: Actor;
    /** When a door has last found out who is asking, by the process's monotonic clock. */
    enteredAt: number;
    /** Set behind the session door. */
    accessToken: AccessToken;
    /** Set behind the token door and the door of the MCP server. */
    mcpToken: McpGrant;
  }
}

interface DoorParts {
  config: { baseUrl: string };
  sessions: Sessions;
  pools: { main: Database };
  log: Logger;
}

/** How long the answer of a door holds before it has to be asked again. */
const trustMs = 1_000;

/**
 * Puts its door on every route. Returns a function that adds a second check, to be called after the hooks that make requests
 * wait: while a body is still coming, a session may end, or its user may leave a team.
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
    operator: (request: FastifyRequest) => enterAsOperator(parts, request),
    token: (request: FastifyRequest) => enterWithToken(readToken, request),
  };
  const enter: Record<Door, onRequestHookHandler | null> = {
    public: null,
    session: (request, _reply, done) => enterWithSession(parts, request, done),
    operator: async (request) => enterAsActor.operator(request),
    key,
    token: async (request) => enterAsActor.token(request),
    mcp: async (request) => enterMcpServer(readToken, ownOrigin, request),
  };
  const again: Partial<Record<Door, preHandlerHookHandler>> = {
    session: (request, _reply, done) => (isFresh(request) ? done() : enterWithSession(parts, request, done)),
    operator: async (request) => enterIfLate(request, enterAsActor.operator),
    token: async (request) => enterIfLate(request, enterAsActor.token),
  };
  const doubt: onSendHookHandler = async () => parts.sessions.doubt();
  const doorless: string[] = [];
  app.addHook('onRoute', (route) => {
    const hook = enter[route.config?.door ?? 'public'];
    if (hook) addOnRequest(route, hook);
    // A key is checked again after its body has come. Keys are kept in memory, so this mostly costs nothing; the other doors
    // ask the database, and are asked again only when time has passed (see lookAgain).
    if (hook === enter.key) addPreHandler(route, hook as preHandlerHookHandler);
    if (hook === enter.session) route.handler = lookAnew(parts, route.handler);
    if (mayChangeAccess(route)) addOnSend(route, doubt);
    // This is checked when all hooks have run: the docs' own routes get their door from a hook of theirs.
    queueMicrotask(() => route.config?.door || doorless.push(`${route.method} ${route.url}`));
  });
  app.addHook('onReady', async () => {
    if (doorless.length > 0) throw new Error(`These routes name no door: ${doorless.join(', ')}`);
  });

  return function lookAgain() {
    app.addHook('onRoute', (route) => {
      const hook = again[route.config?.door ?? 'public'];
      if (hook) addPreHandler(route, hook);
    });
  };
}

function mayChangeAccess({ method, config }: RouteOptions): boolean {
  const { door, keepsAccess } = config ?? {};
  const isOfPeople = door === 'session' || door === 'operator' || door === 'public';
  return isOfPeople && !(keepsAccess ?? (method === 'GET' || method === 'HEAD'));
}

async function enterIfLate(
  request: FastifyRequest,
  enter: (request: FastifyRequest) => Promise<unknown>,
): Promise<void> {
  if (!isFresh(request)) await enter(request);
}

const isFresh = ({ enteredAt }: Pick<FastifyRequest, 'enteredAt'>) =>
  performance.now() - enteredAt <= trustMs;

/**
 * Takes a callback and is not async, because most sessions are in memory and then nothing has to be awaited. What memory has
 * of somebody's teams may be a second old; so before something is said not to exist, it is looked up again (see lookAnew).
 */
function enterWithSession({ sessions }: DoorParts, request: FastifyRequest, done: Done): void {
  request.enteredAt = performance.now();
  const credential = bearerOf(request);
  const session = credential ? sessions.find(credential) : undefined;
  if (session instanceof Promise) session.then((found) => admitIfValid(request, found, done), done);
  else admitIfValid(request, session, done);
}

type Done = (error?: Error) => void;

function admitIfValid(request: FastifyRequest, session: Session | undefined, done: Done): void {
  if (session) admit(request, session);
  done(session ? undefined : notSignedIn());
}

function admit(request: FastifyRequest, { token, userId, teamIds }: Session): void {
  request.accessToken = token;
  request.actor = { userId, teamIds, via: 'dashboard' };
}

/**
 * To everybody but operators, what is behind this door does not exist. It is opened seldom and leads far, so memory is not
 * trusted here.
 */
async function enterAsOperator({ sessions }: DoorParts, request: FastifyRequest): Promise<void> {
  request.enteredAt = performance.now();
  const session = await sessions.findAnew(bearerOf(request) ?? '');
  if (!session) throw notSignedIn();
  if (!session.isOperator) throw notFound();
  admit(request, session);
}

/**
 * Calls a handler again that has not found something, if the user has joined a team since their session was read: another
 * process may have let them in a moment ago. A handler that finds nothing has done nothing.
 */
function lookAnew({ sessions }: DoorParts, handler: RouteHandlerMethod): RouteHandlerMethod {
  return async function (this: FastifyInstance, request, reply) {
    const attempt = () => handler.call(this, request, reply);
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      const known = request.actor.teamIds;
      const session = await sessions.findAnew(bearerOf(request) ?? '');
      if (!session || session.teamIds.every((id) => known.includes(id))) throw error;
      admit(request, session);
      return attempt();
    }
  };
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

/** The token of an MCP client, which it sends in our own header or, as the protocol has it, as a bearer token. */
export const mcpCredentialOf = (request: FastifyRequest) =>
  request.headers['x-mcp-token']?.toString() ?? bearerOf(request);

async function enterMcpServer(
  readToken: ReadMcpToken,
  ownOrigin: string,
  request: FastifyRequest,
): Promise<void> {
  const { origin } = request.headers;
  if (origin !== undefined && origin !== ownOrigin) throw originNotAllowed();
  request.enteredAt = performance.now();
  const token = await readToken(mcpCredentialOf(request));
  if (!token) throw invalidMcpToken({ 'www-authenticate': 'Bearer realm="Skep"' });
  request.mcpToken = token;
}
