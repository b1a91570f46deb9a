import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { whenOver } from './when-over.ts';

/** Keeps account of how much memory each client makes this process hold. */
export interface Holdings {
  /** Counts the request until its answer has been sent; throws when the client holds too much already. */
  add(client: string, request: FastifyRequest, reply: FastifyReply): void;
  /** Throws when the client holds too much. */
  demandRoom(client: string): void;
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
      // Small reports are not counted: they are many, and they and their answers hold little.
      if (request.sender && bodyBytes < leastBytes) return;
      demandRoom(client);
      // Reports are not kept parsed while they wait for a permit: they have a queue of their own, which is bounded.
      const exchange = { bodyBytes: bodyBytes * (request.sender ? 1 : parsedFactor), response: reply.raw };
      const exchanges = held.get(client) ?? new Set();
      held.set(client, exchanges.add(exchange));
      whenOver(request, reply, () => forget(client, exchange));
    },
  };
}

/** The size of the body; where it is not announced, the most that the route accepts. */
const announcedBytes = ({ headers, routeOptions }: FastifyRequest): number =>
  headers['transfer-encoding'] === undefined
    ? Number(headers['content-length'] ?? 0)
    : routeOptions.bodyLimit;
