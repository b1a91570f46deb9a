import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { ToastRegion } from '../components/toast.tsx';
import { useSession } from '../session/react.ts';

const ExpiredSession = lazy(() =>
  import('../session/expired.tsx').then(({ ExpiredSession }) => ({ default: ExpiredSession })),
);

/** What lies around and over every page. */
export function Root() {
  const hasExpired = useSession().kind === 'expired';
  return (
    <>
      <Outlet />
      <ToastRegion />
      <Suspense>{hasExpired && <ExpiredSession />}</Suspense>
    </>
  );
}
