import type { Running } from '../../background/loop.ts';
import type { Context } from '../../context.ts';
import type { Senders } from './senders.ts';

const refreshMs = 300;
const writeMs = 10_000;

/** Keeps the cache of project keys up to date, and writes every ten seconds which keys were used. */
export function keepSenders({ loops, log, senders }: Context & { senders: Senders }): Running {
  const refreshing = loops.start({
    name: 'project keys',
    async step() {
      await senders.refresh();
      return refreshMs;
    },
  });
  const writing = loops.start({
    name: 'used project keys',
    async step() {
      await senders.writeUsedKeys();
      return writeMs;
    },
  });
  return {
    async stop() {
      await refreshing.stop();
      await writing.stop();
      await senders
        .writeUsedKeys()
        .catch((error) => log.warn({ err: error }, 'last use of keys could not be written'));
    },
  };
}
