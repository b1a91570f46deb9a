import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Network } from './client-ip.ts';
import { whenOver } from './when-over.ts';

/** Keeps account of how much memory each client makes this process hold. */
export interface Holdings {
  /** Counts the request, for a client or for all of its networks, until its answer has been sent; throws when the client holds too much already. */
  add(clients: Network[], request: FastifyRequest, reply: FastifyReply): void;
  /** Throws when the client holds too much. */
  demandRoom(clients: Network[]): void;
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

  function demandRoom(clients: Network[]): void {
    for (const { name, factor } of clients) {
      let bytes = 0;
      for (const { bodyBytes, response } of held.get(name) ?? [])
        bytes += leastBytes + bodyBytes + response.writableLength;
      if (bytes > mostBytes * factor) throw refusal();
    }
  }

  function forget(client: string, exchange: Exchange): void {
    const exchanges = held.get(client);
    exchanges?.delete(exchange);
    if (exchanges?.size === 0) held.delete(client);
  }

  return {
    demandRoom,
    add(clients, request, reply) {
      const bodyBytes = announcedBytes(request);
      // Small reports are not counted: they are many, and they and their answers hold little.
      if (request.apiKey && bodyBytes < leastBytes) return;
      demandRoom(clients);
      // Reports are not kept parsed while they wait for a permit: they have a queue of their own, which is bounded.
      const exchange = { bodyBytes: bodyBytes * (request.apiKey ? 1 : parsedFactor), response: reply.raw };
      for (const { name } of clients) held.set(name, (held.get(name) ?? new Set()).add(exchange));
      whenOver(request, reply, () => {
        for (const { name } of clients) forget(name, exchange);
      });
    },
  };
}

/** The size of the body; where it is not announced, the most that the route accepts. */
const announcedBytes = ({ headers, routeOptions }: FastifyRequest): number =>
  headers['transfer-encoding'] === undefined
    ? Number(headers['content-length'] ?? 0)
    : routeOptions.bodyLimit;
