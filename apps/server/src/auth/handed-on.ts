import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';

/** The token that the MCP server's door has checked, and when it did. */
type CheckedToken = Pick<FastifyRequest, 'mcpToken' | 'enteredAt'>;

const checkedTokens = new WeakMap<IncomingMessage, CheckedToken>();

/**
 * Lets a request that is sent within the process carry a token that a door has checked already, so that nobody has to ask
 * the database again. The token belongs to the request object itself, by identity: nothing that comes over the network, no
 * header and no body, can forge that.
 */
export const handOn = (request: IncomingMessage, checked: CheckedToken) =>
  checkedTokens.set(request, checked);

export const handedOnTo = (request: IncomingMessage): CheckedToken | undefined => checkedTokens.get(request);
