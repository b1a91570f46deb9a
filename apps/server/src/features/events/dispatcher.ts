import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { dispatchEvents, type EventHandler } from './operations.ts';

export interface Dispatcher {
  stop(): Promise<void>;
}

/** Every process tries; the one that holds the cursor does the work. */
export function startDispatcher<C extends Context>(
  context: C,
  handlers: EventHandler<C>[],
  { pollMs }: { pollMs: number },
): Dispatcher {
  const stopping = new AbortController();
  const finished = follow(context, handlers, pollMs, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await finished;
    },
  };
}

async function follow<C extends Context>(
  context: C,
  handlers: EventHandler<C>[],
  pollMs: number,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    let handled = 0;
    try {
      handled = await dispatchEvents(context, handlers);
    } catch (error) {
      context.log.error({ err: error }, 'events could not be handed on');
    }
    if (handled === 0) await sleep(pollMs, undefined, { signal: stopping }).catch(() => {});
  }
}
