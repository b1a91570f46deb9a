import type { Loop } from '../../background/loop.ts';
import type { Context } from '../../context.ts';
import { dispatchEvents, type EventHandler } from './operations.ts';

/** Every process tries; the one that holds the cursor does the work. */
export function startDispatcher<C extends Context>(
  context: C,
  handlers: EventHandler<C>[],
  { pollMs }: { pollMs: number },
): Loop {
  return context.loops.start({
    name: 'events',
    step: async () => ((await dispatchEvents(context, handlers)) ? 0 : pollMs),
  });
}
