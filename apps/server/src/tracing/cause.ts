import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from './tracer.ts';

/** The request that causes work, directly or through a job or delivery. */
export interface Cause {
  requestId: string | null;
  span?: Span | undefined;
}

/** The cause of endless loops, which outlive the request that started them. */
export const nobody: Cause = { requestId: null };

const causes = new AsyncLocalStorage<Cause>();

export const onBehalfOf = <T>(cause: Cause, work: () => T): T => causes.run(cause, work);

export const currentRequestId = (): string | null => causes.getStore()?.requestId ?? null;

export const currentSpan = (): Span | undefined => causes.getStore()?.span;
