import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { tooManyAtOnce } from '../errors.ts';
import { createSemaphores, type Release } from '../semaphore.ts';
import { clientNetwork, type TrustedProxies } from './client-ip.ts';
import { createHoldings } from './holdings.ts';
import { addOnRequest, addOnSend, addPreHandler } from './route-hooks.ts';
import { whenOver } from './when-over.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer goes on for as long as its reader likes, so that nobody waits for its end. */
    isEndless?: boolean;
  }
}

/** Fewer than there are connections for requests (see db/connection.ts): there is always one for somebody else. */
const requestsAtOnce = 6;
const patienceMs = 30_000;

const refusal = () =>
  tooManyAtOnce('Too much at once: wait for answers, and read them, before you ask for more');

interface FairUse {
  config: { trustedProxies: TrustedProxies };
}

/**
 * What one client may use of this process: so much of its memory, for requests that are arriving and for answers that are
 * not read yet; and for a user, so many requests that are worked on at the same time. Others wait for their turn.
 */
export function applyFairUse(app: FastifyInstance, { config }: FairUse): void {
  const holdings = createHoldings(refusal);
  const semaphores = createSemaphores({ patienceMs, refusal });
  const releaseOf = new WeakMap<FastifyRequest, Release>();

  const clientOf = (request: FastifyRequest): string => {
    const { actor, mcpToken, sender } = request;
    if (actor) return `user ${actor.userId}`;
    if (mcpToken) return `user ${mcpToken.user_id}`;
    if (sender) return `project ${sender.projectId}`;
    return clientNetwork(request, config.trustedProxies);
  };

  const hold = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => {
    try {
      holdings.add(clientOf(request), request, reply);
      done();
    } catch (error) {
      done(error as Error);
    }
  };

  const takeTurn = async (request: FastifyRequest, reply: FastifyReply) => {
    const client = clientOf(request);
    // What belongs to somebody who has gone would stay in memory for as long as it waits.
    const gone = new AbortController();
    whenOver(request, reply, () => gone.abort());
    releaseOf.set(request, await semaphores.acquire([{ name: client, atOnce: requestsAtOnce }], gone.signal));
    // Meanwhile there may have come many answers that nobody reads.
    holdings.demandRoom(client);
  };

  const endTurn = async (request: FastifyRequest) => releaseOf.get(request)?.();

  app.addHook('onRoute', (route) => {
    const { door, isEndless } = route.config ?? {};
    addOnRequest(route, hold);
    if (isEndless || (door !== 'session' && door !== 'token')) return;
    addPreHandler(route, takeTurn);
    addOnSend(route, endTurn);
  });
}
