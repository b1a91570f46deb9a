import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Context } from '../context.ts';
import { forbidden, notSignedIn, unauthorized } from '../errors.ts';
import { addOnRequest } from '../http/route-hooks.ts';
import type { Sender } from '../senders/sender.ts';
import { readAccessToken } from './access-tokens.ts';
import type { Actor } from './actor.ts';
import { findSession } from './queries.ts';

/** Each route names its door as data; what the door finds is the request's actor, or its sender. */
export type Door = 'public' | 'session' | 'key';

declare module 'fastify' {
  interface FastifyContextConfig {
    door?: Door;
  }
  interface FastifyRequest {
    /** Behind the session door. */
    actor: Actor;
    /** Behind the key door. */
    sender: Sender;
  }
}

export function openDoors(app: FastifyInstance, context: Context): void {
  app.decorateRequest('actor');
  app.decorateRequest('sender');

  const enter: Record<Door, onRequestHookHandler | null> = {
    public: null,
    session: async (request) => enterWithSession(context, request),
    key: (request, _reply, done) => enterWithKey(context, request, done),
  };
  const doorless: string[] = [];
  app.addHook('onRoute', (route) => {
    const hook = enter[route.config?.door ?? 'public'];
    if (hook) addOnRequest(route, hook);
    // Looked at when all hooks have run: the docs' own routes get their door from a hook of theirs.
    queueMicrotask(() => route.config?.door || doorless.push(`${route.method} ${route.url}`));
  });
  app.addHook('onReady', async () => {
    if (doorless.length > 0) throw new Error(`These routes name no door: ${doorless.join(', ')}`);
  });
}

async function enterWithSession(context: Context, request: FastifyRequest): Promise<void> {
  const [scheme, credential] = request.headers.authorization?.split(' ') ?? [];
  if (scheme?.toLowerCase() !== 'bearer' || !credential) throw notSignedIn();
  const token = await readAccessToken(context.secretKey, credential);
  const session = token && (await findSession(context.db, token));
  if (!session) throw notSignedIn();
  request.actor = { userId: session.id, teamIds: session.team_ids, via: 'dashboard' };
}

type Done = (error?: Error) => void;

/** Mostly the key is known, and nothing has to be waited for. */
function enterWithKey(context: Context, request: FastifyRequest, done: Done): void {
  const key = request.headers['x-api-key'];
  const isKey = typeof key === 'string' && /^sk_[\x21-\x7e]{1,100}$/.test(key);
  const sender = isKey ? context.senders.find(key) : undefined;
  if (sender instanceof Promise) sender.then((found) => admit(request, found, done), done);
  else admit(request, sender, done);
}

function admit(request: FastifyRequest, sender: Sender | undefined, done: Done): void {
  if (!sender) {
    done(unauthorized('Invalid API key'));
    return;
  }
  request.sender = sender;
  // Requests without an origin come from a CLI or a server, and pass.
  const { origin } = request.headers;
  const isAllowed = origin === undefined || sender.allowsOrigin(origin);
  done(isAllowed ? undefined : forbidden('Origin not allowed'));
}
