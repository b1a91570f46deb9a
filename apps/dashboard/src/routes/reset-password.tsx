import type { Problem, Session } from '@skep/client';
import { useState } from 'react';
import { checkNewPassword } from '../components/checks.ts';
import { Form } from '../components/form.tsx';
import { Link } from '../components/link.tsx';
import { Notice } from '../components/notice.tsx';
import { PasswordField } from '../components/password-field.tsx';
import { toasts } from '../components/toast.tsx';
import { Door } from '../doors/frame.tsx';
import { StartedClean } from '../doors/started-clean.tsx';
import { visitorApi } from '../session/api.ts';
import { useEnter } from '../session/enter.ts';
import { forgetFragment, fragmentOf } from '../session/fragment.ts';

/** Where the link in the mail leads. */
export function ResetPassword() {
  const [token] = useState(() => fragmentOf('/reset-password').get('token'));
  const [isDead, setDead] = useState(!token);
  const [begun, setBegun] = useState<Session>();
  const enter = useEnter();

  const send = async ({ password = '' }) => {
    const body = { token: token ?? '', password };
    const answer = await visitorApi.POST('/api/v1/auth/password-reset/confirm', { body });
    const { data, error } = answer;
    if (data) arrive(data);
    else if (!isAboutToken(error)) return error;
    else setDead(true);
    forgetFragment('/reset-password');
  };

  const arrive = (data: Session) => {
    if (data.started_clean) return setBegun(data);
    enter(data, '/');
    toasts.show({ text: 'Your new password is set. Sessions from before have ended.' });
  };

  if (begun) return <StartedClean onGoOn={() => enter(begun, '/')} />;
  return (
    <Door title="Set a new password" below={<Link to="/login">Back to log-in</Link>}>
      {isDead ? (
        <Notice kind="problem">
          This link is not valid any more: it works once, for an hour.{' '}
          <Link to="/forgot-password">Ask for a new one</Link>
        </Notice>
      ) : (
        <Form label="Set password" check={checkNewPassword} send={send}>
          {(wrong) => (
            <PasswordField
              label="New password"
              name="password"
              autoComplete="new-password"
              description="At least 8 characters. Everything that is signed in with the old one ends."
              error={wrong.password}
              autoFocus
            />
          )}
        </Form>
      )}
    </Door>
  );
}

const isAboutToken = (problem: Problem<unknown>) =>
  problem.kind === 'refused' && problem.fields.some(({ field }) => field === 'token');
