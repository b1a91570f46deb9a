import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { whenOver } from './when-over.ts';

/** What clients make this process keep in memory. */
export interface Holdings {
  /** Counts the request until its answer has been read; throws when the client holds too much already. */
  add(client: string, request: FastifyRequest, reply: FastifyReply): void;
  demandRoom(client: string): void;
}

interface Exchange {
  bodyBytes: number;
  response: ServerResponse;
}

const mostBytes = 32 * 1024 * 1024;

/** Of the smallest: connection, headers, and what belongs to them. */
const leastBytes = 16 * 1024;

/** Many small values take so much more room when they have been read than as text. */
const parsedFactor = 16;

export function createHoldings(refusal: () => Error): Holdings {
  const held = new Map<string, Set<Exchange>>();

  function demandRoom(client: string): void {
    let bytes = 0;
    for (const { bodyBytes, response } of held.get(client) ?? [])
      bytes += leastBytes + bodyBytes + response.writableLength;
    if (bytes > mostBytes) throw refusal();
  }

  function forget(client: string, exchange: Exchange): void {
    const exchanges = held.get(client);
    exchanges?.delete(exchange);
    if (exchanges?.size === 0) held.delete(client);
  }

  return {
    demandRoom,
    add(client, request, reply) {
      const bodyBytes = announcedBytes(request);
      // Reports are many and small, their answers too.
      if (request.sender && bodyBytes < leastBytes) return;
      demandRoom(client);
      // Reports do not wait: their own queue is bounded.
      const exchange = { bodyBytes: bodyBytes * (request.sender ? 1 : parsedFactor), response: reply.raw };
      const exchanges = held.get(client) ?? new Set();
      held.set(client, exchanges.add(exchange));
      whenOver(request, reply, () => forget(client, exchange));
    },
  };
}

/** A body that does not say how long it is may be as long as it can. */
const announcedBytes = ({ headers, routeOptions }: FastifyRequest): number =>
  headers['transfer-encoding'] === undefined
    ? Number(headers['content-length'] ?? 0)
    : routeOptions.bodyLimit;
