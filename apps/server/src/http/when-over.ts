import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Calls `act` once, when the answer has been sent or its connection is closed. Both are listened for, because with HTTP
 * pipelining an answer that waits behind another one is not told when their connection closes.
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
  // There is a listener for each pipelined request on this connection, and Node would warn of more than ten.
  socket.setMaxListeners(0);
  raw.once('close', over);
  socket.once('close', over);
}
