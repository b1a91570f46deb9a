import type { Problem } from '@skep/client';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import styles from './loads.module.css';

/** API problem behind a failed query. */
export const causeOf = (error: Error | null) => error?.cause as Problem<unknown> | undefined;

export function isGone(error: Error | null): boolean {
  const cause = causeOf(error);
  return cause?.kind === 'refused' && cause.status === 404;
}

interface Props<Data> {
  query: UseQueryResult<Data, Error>;
  /** Noun for "Loading …" and "Could not load …": "keys". */
  what: string;
  /** Number of placeholder lines while loading. */
  lines?: number;
  children: (data: Data) => ReactNode;
}

/** Renders query data, with placeholder lines while loading and a retry button on failure. */
export function Loads<Data>({ query, what, lines = 2, children }: Props<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) {
    return (
      <div className={styles.failed}>
        <p role="alert">
          Could not load {what}. {isGone(query.error) ? 'It may have been deleted.' : query.error.message}
        </p>
        <Button onClick={() => query.refetch()} isBusy={query.isFetching}>
          Retry
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.loading} role="status" aria-label={`Loading ${what}`}>
      {Array.from({ length: lines }, (_, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the placeholder lines are identical
        <Skeleton key={nth} width={nth % 2 ? '55%' : '80%'} height="14px" />
      ))}
    </div>
  );
}
