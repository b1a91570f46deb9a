import type { Session } from '@skep/client';
import { useEffect, useState } from 'react';
import { Link } from '../components/link.tsx';
import { Notice } from '../components/notice.tsx';
import { Door } from '../doors/frame.tsx';
import { StartedClean } from '../doors/started-clean.tsx';
import { useEnter } from '../session/enter.ts';
import { forgetFragment, fragmentOf } from '../session/fragment.ts';
import { returnFromProvider } from '../session/provider-return.ts';

/** Where one comes back to from a provider, with a session in the fragment. */
export function AuthCallback() {
  const [{ begun, to }] = useState(readReturn);
  const enter = useEnter();
  const mayEnter = begun !== null && to !== null;
  const isTold = mayEnter && begun.started_clean === true;

  useEffect(() => {
    if (mayEnter && !isTold) enter(begun, to);
  });

  if (isTold) return <StartedClean onGoOn={() => enter(begun, to)} />;
  if (mayEnter) return null;
  return (
    <Door title="Sign-in not finished" below={<Link to="/login">Go to log-in</Link>}>
      <Notice kind="problem">
        {begun
          ? 'This sign-in was not begun in this browser, so nobody was signed in. Log in here yourself.'
          : 'The address is incomplete. Begin the sign-in once more.'}
      </Notice>
    </Door>
  );
}

/** Read once: both are gone afterwards. */
function readReturn(): { begun: Session | null; to: string | null } {
  const fragment = fragmentOf('/auth/callback');
  forgetFragment('/auth/callback');
  const token = fragment.get('access_token');
  const to = returnFromProvider();
  if (!token) return { begun: null, to };
  const isClean = fragment.get('started_clean') === 'true';
  return {
    begun: { access_token: token, token_type: 'bearer', ...(isClean && { started_clean: true }) },
    to,
  };
}
