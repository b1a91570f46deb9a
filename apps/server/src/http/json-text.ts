import type { FastifyReply } from 'fastify';

/** Sends text that is JSON already: a bug's `extra` would not survive being parsed and serialised again. */
export function sendJsonText(reply: unknown, json: string): FastifyReply {
  return (reply as FastifyReply).type('application/json; charset=utf-8').send(json);
}
