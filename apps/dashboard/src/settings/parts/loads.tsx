import type { Problem } from '@skep/client';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import styles from './loads.module.css';

/** Why a query has failed, as the client says it. */
export const causeOf = (error: Error | null) => error?.cause as Problem<unknown> | undefined;

export function isGone(error: Error | null): boolean {
  const cause = causeOf(error);
  return cause?.kind === 'refused' && cause.status === 404;
}

interface Props<Data> {
  query: UseQueryResult<Data, Error>;
  /** What it is, for the sentence that it could not be loaded: "The keys". */
  what: string;
  /** How many lines stand there until it has come. */
  lines?: number;
  children: (data: Data) => ReactNode;
}

/** What is fetched: lines of grey until it is there, and a second try when it does not come. */
export function Loads<Data>({ query, what, lines = 2, children }: Props<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) {
    return (
      <div className={styles.failed}>
        <p role="alert">
          {what} could not be loaded.{' '}
          {isGone(query.error) ? 'They may have been deleted.' : query.error.message}
        </p>
        <Button onClick={() => query.refetch()} isBusy={query.isFetching}>
          Try again
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.loading} role="status" aria-label={`${what}: loading`}>
      {Array.from({ length: lines }, (_, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <Skeleton key={nth} width={nth % 2 ? '55%' : '80%'} height="14px" />
      ))}
    </div>
  );
}
