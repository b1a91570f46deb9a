import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { notSignedIn } from '../errors.ts';
import { readAccessToken } from './access-tokens.ts';
import type { Actor } from './actor.ts';
import { findSession } from './queries.ts';

/** Each route names its door as data; what the door finds is the request's actor. */
export type Door = 'public' | 'session';

declare module 'fastify' {
  interface FastifyContextConfig {
    door?: Door;
  }
  interface FastifyRequest {
    actor: Actor;
  }
}

export function openDoors(app: FastifyInstance, context: Context): void {
  app.decorateRequest('actor');

  const doorless: string[] = [];
  app.addHook('onRoute', (route) => {
    // Looked at when all hooks have run: the docs' own routes get their door from a hook of theirs.
    queueMicrotask(() => route.config?.door || doorless.push(`${route.method} ${route.url}`));
  });
  app.addHook('onReady', async () => {
    if (doorless.length > 0) throw new Error(`These routes name no door: ${doorless.join(', ')}`);
  });

  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.door === 'session')
      request.actor = await enterWithSession(context, request);
  });
}

async function enterWithSession(context: Context, request: FastifyRequest): Promise<Actor> {
  const [scheme, credential] = request.headers.authorization?.split(' ') ?? [];
  if (scheme?.toLowerCase() !== 'bearer' || !credential) throw notSignedIn();
  const token = await readAccessToken(context.secretKey, credential);
  const session = token && (await findSession(context.db, token));
  if (!session) throw notSignedIn();
  return { userId: session.id, teamIds: session.team_ids, via: 'dashboard' };
}
