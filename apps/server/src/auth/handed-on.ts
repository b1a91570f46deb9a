import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';

/** What the MCP server's door has found out, and when. */
type Found = Pick<FastifyRequest, 'mcpToken' | 'enteredAt'>;

const foundFor = new WeakMap<IncomingMessage, Found>();

/**
 * Lets a request that is sent within the process carry what a door has found out already, so that nobody has to ask the
 * database again. It is known by the object that it is: nothing that comes over the network, no header and no body, can
 * name one.
 */
export const handOn = (request: IncomingMessage, found: Found) => foundFor.set(request, found);

export const handedOnTo = (request: IncomingMessage): Found | undefined => foundFor.get(request);
