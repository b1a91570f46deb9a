import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from './tracer.ts';

/** On whose behalf something is done: of a request, or of a job or a delivery that a request has caused. */
export interface Cause {
  requestId: string | null;
  span?: Span | undefined;
}

/** For what goes on for ever, whoever has set it going. */
export const nobody: Cause = { requestId: null };

const causes = new AsyncLocalStorage<Cause>();

export const onBehalfOf = <T>(cause: Cause, work: () => T): T => causes.run(cause, work);

export const currentRequestId = (): string | null => causes.getStore()?.requestId ?? null;

export const currentSpan = (): Span | undefined => causes.getStore()?.span;
