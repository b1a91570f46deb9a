import { CatchBoundary } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { Trouble } from './trouble.tsx';

interface Props {
  children: ReactNode;
  /** Shown while loading. */
  fallback?: ReactNode;
  /** Identifies the content: a new value retries loading. */
  of?: unknown;
}

/** Boundary around lazy-loaded content: a failure is shown in place and the rest of the page keeps working. */
export const Loaded = ({ children, fallback, of }: Props) => (
  <CatchBoundary getResetKey={() => of} errorComponent={NotLoaded}>
    <Suspense fallback={fallback}>{children}</Suspense>
  </CatchBoundary>
);

/** Browsers cache a failed import, so a retry reloads the page. The URL and drafts survive. */
export const NotLoaded = () => <Trouble title="Could not load this" onRetry={() => location.reload()} />;
