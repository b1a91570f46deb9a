import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { databaseFailureOf } from '../db/errors.ts';
import { tooManyConcurrentRequests } from '../errors.ts';
import { createSemaphores, type Permit, type Release } from '../semaphore.ts';
import { addHook } from './app.ts';
import { clientNetworks, type Network, type TrustedProxies } from './client-ip.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** An endless stream, which must not hold a permit. */
    isEndless?: boolean;
    /** A health check. Never rejected: an orchestrator would restart a node that is merely busy. */
    isProbe?: boolean;
  }
}

/** Fewer than the connections of the main pool, so that one user cannot take them all. */
const permitOf = (client: string): Permit => ({ name: client, limit: 6 });
const maxWaitMs = 30_000;

type Done = (error?: Error) => void;

/** Limits the memory held per client and the concurrent requests per user. Further requests wait. */
export function applyClientLimits(app: FastifyInstance, proxies: TrustedProxies): void {
  const holdings = new MemoryUsage();
  const semaphores = createSemaphores({ maxWaitMs, refusal: tooManyConcurrentRequests });
  const releaseOf = new WeakMap<FastifyRequest, Release>();

  const clientsOf = (request: FastifyRequest): [Network, ...Network[]] => {
    const { actor, mcpToken, apiKey } = request;
    if (actor) return [{ name: `user ${actor.userId}`, factor: 1 }];
    if (mcpToken) return [{ name: `user ${mcpToken.user_id}`, factor: 1 }];
    if (apiKey) return [{ name: `project ${apiKey.projectId}`, factor: 1 }];
    return clientNetworks(request, proxies);
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

  const acquirePermit = (request: FastifyRequest, reply: FastifyReply, done: Done) => {
    const client = clientOf(request);
    const release = semaphores.tryAcquire([permitOf(client)]);
    if (release) {
      releaseOf.set(request, release);
      done();
    } else waitForPermit(client, request, reply).then(() => done(), done);
  };

  const waitForPermit = async (client: string, request: FastifyRequest, reply: FastifyReply) => {
    // A disconnected client stops waiting, which frees its memory.
    const gone = new AbortController();
    onceClosed(request, reply, () => gone.abort());
    releaseOf.set(request, await semaphores.acquire([permitOf(client)], gone.signal));
    // Other responses to the client may have piled up meanwhile.
    holdings.requireCapacity([{ name: client, factor: 1 }]);
  };

  /** Waiting requests of the client would fail the same way, only later. */
  const refuseWaiting = async (request: FastifyRequest, _reply: FastifyReply, error: Error) => {
    const refusal = databaseFailureOf(error)?.answer();
    if (refusal) semaphores.refuseWaiting([permitOf(clientOf(request))], refusal);
  };

  const releasePermit = (request: FastifyRequest, _reply: FastifyReply, _payload: unknown, done: Done) => {
    releaseOf.get(request)?.();
    done();
  };

  app.addHook('onRoute', (route) => {
    const { auth, isEndless, isProbe } = route.config ?? {};
    if (isProbe) return;
    addHook(route, 'onRequest', hold);
    if (isEndless || (auth !== 'session' && auth !== 'operator' && auth !== 'token')) return;
    addHook(route, 'preHandler', acquirePermit);
    addHook(route, 'onError', refuseWaiting);
    addHook(route, 'onSend', releasePermit);
  });
}

interface Exchange {
  bodyBytes: number;
  response: ServerResponse;
}

const maxBytes = 32 * 1024 * 1024;

/** Memory of the smallest request, with its connection and headers. */
const minBytes = 16 * 1024;

/** Memory of a parsed body relative to its size, for many small values. */
const parsedFactor = 16;

/** Tracks the memory held for each client. */
class MemoryUsage {
  readonly #held = new Map<string, Set<Exchange>>();

  add(clients: Network[], request: FastifyRequest, reply: FastifyReply): void {
    const bodyBytes = announcedBytes(request);
    // Small reports are not counted: they are frequent and hold little.
    if (request.apiKey && bodyBytes < minBytes) return;
    this.requireCapacity(clients);
    // Reports are not held parsed; their queue has its own limits.
    const exchange = { bodyBytes: bodyBytes * (request.apiKey ? 1 : parsedFactor), response: reply.raw };
    for (const { name } of clients) this.#held.set(name, (this.#held.get(name) ?? new Set()).add(exchange));
    onceClosed(request, reply, () => {
      for (const { name } of clients) this.#forget(name, exchange);
    });
  }

  requireCapacity(clients: Network[]): void {
    for (const { name, factor } of clients) {
      let bytes = 0;
      for (const { bodyBytes, response } of this.#held.get(name) ?? [])
        bytes += minBytes + bodyBytes + response.writableLength;
      if (bytes > maxBytes * factor) throw tooManyConcurrentRequests();
    }
  }

  #forget(client: string, exchange: Exchange): void {
    const exchanges = this.#held.get(client);
    exchanges?.delete(exchange);
    if (exchanges?.size === 0) this.#held.delete(client);
  }
}

/** The declared body size, or the route's limit if none is declared. */
const announcedBytes = ({ headers, routeOptions }: FastifyRequest): number =>
  headers['transfer-encoding'] === undefined
    ? Number(headers['content-length'] ?? 0)
    : routeOptions.bodyLimit;

/** Listens on both: a pipelined response waiting behind another one is not told when the connection closes. */
export function onceClosed(
  { raw: { socket } }: FastifyRequest,
  { raw }: FastifyReply,
  act: () => void,
): void {
  const over = () => {
    raw.off('close', over);
    socket.off('close', over);
    act();
  };
  if (socket.destroyed) {
    act();
    return;
  }
  // One listener per pipelined request. Node would warn above ten.
  socket.setMaxListeners(0);
  raw.once('close', over);
  socket.once('close', over);
}
