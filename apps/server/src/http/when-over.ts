import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Does something once the answer has gone out, or its connection is closed: an answer that waits behind another one on
 * its connection is not told of that.
 */
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
  // One for each request that waits on this connection.
  socket.setMaxListeners(0);
  raw.once('close', over);
  socket.once('close', over);
}
