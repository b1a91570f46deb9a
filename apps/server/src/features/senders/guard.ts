import type { FastifyInstance } from 'fastify';
import type { Guard } from '../../auth/guards.ts';
import { invalidApiKey, originNotAllowed } from '../../errors.ts';
import type { Sender } from './sender.ts';
import type { Senders } from './senders.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard `key`. */
    sender: Sender;
  }
}

/** Requires a project key, and an origin that the project allows. Requests without an origin come from CLIs and servers. */
export function createKeyGuard(app: FastifyInstance, senders: Senders): Guard {
  app.decorateRequest('sender');
  return async (request) => {
    const key = request.headers['x-api-key'];
    const isKey = typeof key === 'string' && /^sk_[\x21-\x7e]{1,100}$/.test(key);
    const sender = isKey ? await senders.find(key) : undefined;
    if (!sender) throw invalidApiKey();
    request.sender = sender;
    const { origin } = request.headers;
    if (origin !== undefined && !sender.allowsOrigin(origin)) throw originNotAllowed();
  };
}
