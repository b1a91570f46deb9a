import { CatchBoundary } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { Trouble } from './trouble.tsx';

interface Props {
  children: ReactNode;
  /** Stands there until it has come. */
  fallback?: ReactNode;
  /** What it is about: with something else, it is tried again. */
  of?: unknown;
}

/** Around what is fetched when it is needed: when it does not come, that is said in its place, and all else goes on. */
export const Loaded = ({ children, fallback, of }: Props) => (
  <CatchBoundary getResetKey={() => of} errorComponent={NotLoaded}>
    <Suspense fallback={fallback}>{children}</Suspense>
  </CatchBoundary>
);

/** A part that has failed to come is not asked for twice, so trying again means the whole page. Its address and drafts stay. */
export const NotLoaded = () => <Trouble title="This could not be loaded" onRetry={() => location.reload()} />;
