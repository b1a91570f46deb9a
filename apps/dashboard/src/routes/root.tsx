import { Outlet } from '@tanstack/react-router';
import { lazy } from 'react';
import { Loaded } from '../components/loaded.tsx';
import { ToastRegion } from '../components/toast.tsx';
import { useSession } from '../session/react.ts';

const ExpiredSession = lazy(() =>
  import('../session/expired.tsx').then(({ ExpiredSession }) => ({ default: ExpiredSession })),
);

/** Layout around every page. */
export function Root() {
  const hasExpired = useSession().kind === 'expired';
  return (
    <>
      <Outlet />
      <ToastRegion />
      <Loaded>{hasExpired && <ExpiredSession />}</Loaded>
    </>
  );
}
