import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';

/** What the MCP server's door has checked out, and when. */
type CheckedToken = Pick<FastifyRequest, 'mcpToken' | 'enteredAt'>;

const checkedTokens = new WeakMap<IncomingMessage, CheckedToken>();

/**
 * Lets a request that is sent within the process carry what a door has checked out already, so that nobody has to ask the
 * database again. It is known by the object that it is: nothing that comes over the network, no header and no body, can
 * name one.
 */
export const handOn = (request: IncomingMessage, checked: CheckedToken) =>
  checkedTokens.set(request, checked);

export const handedOnTo = (request: IncomingMessage): CheckedToken | undefined => checkedTokens.get(request);
