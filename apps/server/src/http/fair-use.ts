import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { troubleOf } from '../db/errors.ts';
import { tooMuchAtOnce } from '../errors.ts';
import { createSemaphores, type Permit, type Release } from '../semaphore.ts';
import { addHook } from './app.ts';
import { clientNetworks, type Network, type TrustedProxies } from './client-ip.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the answer is a stream without end, which must not hold a permit for as long as it is read. */
    isEndless?: boolean;
    /** Whether it is a health check. Those are never refused: an orchestrator would restart a node that is merely busy. */
    isProbe?: boolean;
  }
}

/** Fewer requests of a user are worked on at once than the main pool has connections, so that others get some. */
const permitOf = (client: string): Permit => ({ name: client, atOnce: 6 });
const patienceMs = 30_000;

type Done = (error?: Error) => void;

/** Bounds the memory that one client holds, and the requests of one user that are worked on at the same time; further ones wait. */
export function applyFairUse(app: FastifyInstance, proxies: TrustedProxies): void {
  const holdings = new Holdings();
  const semaphores = createSemaphores({ patienceMs, refusal: tooMuchAtOnce });
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
    addHook(route, 'onRequest', hold);
    if (isEndless || (auth !== 'session' && auth !== 'operator' && auth !== 'token')) return;
    addHook(route, 'preHandler', takeTurn);
    addHook(route, 'onError', refuseWaiting);
    addHook(route, 'onSend', endTurn);
  });
}

interface Exchange {
  bodyBytes: number;
  response: ServerResponse;
}

const mostBytes = 32 * 1024 * 1024;

/** What the smallest request takes: its connection, its headers, and the objects that belong to them. */
const leastBytes = 16 * 1024;

/** How many times more memory a body of many small values takes when it has been parsed. */
const parsedFactor = 16;

/** Keeps account of how much memory each client makes this process hold. */
class Holdings {
  readonly #held = new Map<string, Set<Exchange>>();

  add(clients: Network[], request: FastifyRequest, reply: FastifyReply): void {
    const bodyBytes = announcedBytes(request);
    // Small reports are not counted: they are many, and they and their answers hold little.
    if (request.apiKey && bodyBytes < leastBytes) return;
    this.demandRoom(clients);
    // Reports are not kept parsed while they wait for a permit: they have a queue of their own, which is bounded.
    const exchange = { bodyBytes: bodyBytes * (request.apiKey ? 1 : parsedFactor), response: reply.raw };
    for (const { name } of clients) this.#held.set(name, (this.#held.get(name) ?? new Set()).add(exchange));
    whenOver(request, reply, () => {
      for (const { name } of clients) this.#forget(name, exchange);
    });
  }

  demandRoom(clients: Network[]): void {
    for (const { name, factor } of clients) {
      let bytes = 0;
      for (const { bodyBytes, response } of this.#held.get(name) ?? [])
        bytes += leastBytes + bodyBytes + response.writableLength;
      if (bytes > mostBytes * factor) throw tooMuchAtOnce();
    }
  }

  #forget(client: string, exchange: Exchange): void {
    const exchanges = this.#held.get(client);
    exchanges?.delete(exchange);
    if (exchanges?.size === 0) this.#held.delete(client);
  }
}

/** The size of the body; where it is not announced, the most that the route accepts. */
const announcedBytes = ({ headers, routeOptions }: FastifyRequest): number =>
  headers['transfer-encoding'] === undefined
    ? Number(headers['content-length'] ?? 0)
    : routeOptions.bodyLimit;

/** Both are listened for: a pipelined answer that waits behind another one is not told when their connection closes. */
export function whenOver({ raw: { socket } }: FastifyRequest, { raw }: FastifyReply, act: () => void): void {
  const over = () => {
    raw.off('close', over);
    socket.off('close', over);
    act();
  };
  if (socket.destroyed) {
    act();
    return;
  }
  // There is a listener for each pipelined request on this connection, and Node would warn of more than ten.
  socket.setMaxListeners(0);
  raw.once('close', over);
  socket.once('close', over);
}
