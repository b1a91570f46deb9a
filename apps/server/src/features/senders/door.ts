import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import { invalidApiKey, originNotAllowed } from '../../errors.ts';
import type { Sender } from './sender.ts';
import type { Senders } from './senders.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the project key stands for; it is set on routes behind the key door. */
    sender: Sender;
  }
}

/** The door for senders of reports: it wants a project key, and an origin that the project allows. */
export function createKeyDoor(app: FastifyInstance, senders: Senders): onRequestHookHandler {
  app.decorateRequest('sender');
  return (request, _reply, done) => enterWithKey(senders, request, done);
}

type Done = (error?: Error) => void;

/** Takes a callback and is not async, because most keys are in memory and then nothing has to be awaited. */
function enterWithKey(senders: Senders, request: FastifyRequest, done: Done): void {
  const key = request.headers['x-api-key'];
  const isKey = typeof key === 'string' && /^sk_[\x21-\x7e]{1,100}$/.test(key);
  const sender = isKey ? senders.find(key) : undefined;
  if (sender instanceof Promise) sender.then((found) => admit(request, found, done), done);
  else admit(request, sender, done);
}

function admit(request: FastifyRequest, sender: Sender | undefined, done: Done): void {
  if (!sender) {
    done(invalidApiKey());
    return;
  }
  request.sender = sender;
  // Requests without an origin do not come from a page of a browser but from a CLI or a server, and are let in.
  const { origin } = request.headers;
  const isAllowed = origin === undefined || sender.allowsOrigin(origin);
  done(isAllowed ? undefined : originNotAllowed());
}
