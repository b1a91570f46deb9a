import type { Session } from '@skep/client';
import { useEffect, useState } from 'react';
import { AuthPage } from '../auth/frame.tsx';
import { StartedClean } from '../auth/started-clean.tsx';
import { Link } from '../components/link.tsx';
import { Notice } from '../components/notice.tsx';
import { useEnter } from '../session/enter.ts';
import { forgetFragment, fragmentOf } from '../session/fragment.ts';
import { returnFromProvider } from '../session/provider-return.ts';

/** OAuth return page, with the session in the URL fragment. */
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
    <AuthPage title="Login failed" below={<Link to="/login">Back to login</Link>}>
      <Notice kind="problem">
        {begun
          ? 'This login was not started in this browser. Log in again here.'
          : 'The link is incomplete. Log in again.'}
      </Notice>
    </AuthPage>
  );
}

/** Reads and removes both, so call it once. */
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
