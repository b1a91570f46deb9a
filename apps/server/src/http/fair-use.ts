import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { troubleOf } from '../db/unreachable.ts';
import { tooMuchAtOnce } from '../errors.ts';
import { createSemaphores, type Permit, type Release } from '../semaphore.ts';
import { clientNetworks, type Network, type TrustedProxies } from './client-ip.ts';
import { createHoldings } from './holdings.ts';
import { addOnError, addOnRequest, addOnSend, addPreHandler } from './route-hooks.ts';
import { whenOver } from './when-over.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the answer is a stream without end, which must not hold a permit for as long as it is read. */
    isEndless?: boolean;
    /** Whether it is a health check. Those are never refused: an orchestrator would restart a node that is merely busy. */
    isProbe?: boolean;
  }
}

/** How many requests of a user are worked on at once: fewer than the main pool has connections, so that others get some. */
const requestsAtOnce = 6;
const patienceMs = 30_000;

const permitOf = (client: string): Permit => ({ name: client, atOnce: requestsAtOnce });

type Done = (error?: Error) => void;

interface FairUse {
  config: { trustedProxies: TrustedProxies };
}

/**
 * Bounds what one client may use of this process: its memory, for requests that are arriving and answers that are not read
 * yet; and for a user, the number of requests that are worked on at the same time. Further requests wait for a permit.
 */
export function applyFairUse(app: FastifyInstance, { config }: FairUse): void {
  const holdings = createHoldings(tooMuchAtOnce);
  const semaphores = createSemaphores({ patienceMs, refusal: tooMuchAtOnce });
  const releaseOf = new WeakMap<FastifyRequest, Release>();

  const clientsOf = (request: FastifyRequest): [Network, ...Network[]] => {
    const { actor, mcpToken, apiKey } = request;
    if (actor) return [{ name: `user ${actor.userId}`, factor: 1 }];
    if (mcpToken) return [{ name: `user ${mcpToken.user_id}`, factor: 1 }];
    if (apiKey) return [{ name: `project ${apiKey.projectId}`, factor: 1 }];
    return clientNetworks(request, config.trustedProxies);
  };
  const clientOf = (request: FastifyRequest) => clientsOf(request)[0].name;

  const hold = (request: FastifyRequest, reply: FastifyReply, done: Done) => {
    try {
      holdings.add(clientsOf(request), request, reply);
      done();
    } catch (error) {
      done(error as Error);
    }
  };

  const takeTurn = (request: FastifyRequest, reply: FastifyReply, done: Done) => {
    const client = clientOf(request);
    const release = semaphores.acquireAtOnce([permitOf(client)]);
    if (release) {
      releaseOf.set(request, release);
      done();
    } else waitForTurn(client, request, reply).then(() => done(), done);
  };

  const waitForTurn = async (client: string, request: FastifyRequest, reply: FastifyReply) => {
    // A client that has gone stops waiting, because its request would stay in memory until then.
    const gone = new AbortController();
    whenOver(request, reply, () => gone.abort());
    releaseOf.set(request, await semaphores.acquire([permitOf(client)], gone.signal));
    // While this request waited, other answers to the same client may have piled up unread.
    holdings.demandRoom([{ name: client, factor: 1 }]);
  };

  /** Whoever waits for the same client's permits would meet the same trouble, only later. */
  const refuseWaiting = async (request: FastifyRequest, _reply: FastifyReply, error: Error) => {
    const refusal = troubleOf(error)?.answer();
    if (refusal) semaphores.refuseWaiting([permitOf(clientOf(request))], refusal);
  };

  const endTurn = (request: FastifyRequest, _reply: FastifyReply, _payload: unknown, done: Done) => {
    releaseOf.get(request)?.();
    done();
  };

  app.addHook('onRoute', (route) => {
    const { auth, isEndless, isProbe } = route.config ?? {};
    if (isProbe) return;
    addOnRequest(route, hold);
    if (isEndless || (auth !== 'session' && auth !== 'operator' && auth !== 'token')) return;
    addPreHandler(route, takeTurn);
    addOnError(route, refuseWaiting);
    addOnSend(route, endTurn);
  });
}
