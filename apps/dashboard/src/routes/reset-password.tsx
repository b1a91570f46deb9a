import type { Problem, Session } from '@skep/client';
import { useState } from 'react';
import { AuthPage } from '../auth/frame.tsx';
import { StartedClean } from '../auth/started-clean.tsx';
import { checkNewPassword } from '../components/checks.ts';
import { Form } from '../components/form.tsx';
import { Link } from '../components/link.tsx';
import { Notice } from '../components/notice.tsx';
import { PasswordField } from '../components/password-field.tsx';
import { toasts } from '../components/toast.tsx';
import { visitorApi } from '../session/api.ts';
import { useEnter } from '../session/enter.ts';
import { forgetFragment, fragmentOf } from '../session/fragment.ts';

/** Landing page of the password reset link. */
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
    toasts.show({ text: 'Password changed. All other sessions were signed out.' });
  };

  if (begun) return <StartedClean onGoOn={() => enter(begun, '/')} />;
  return (
    <AuthPage title="Set a new password" below={<Link to="/login">Back to login</Link>}>
      {isDead ? (
        <Notice kind="problem">
          This link is no longer valid. Links work once and expire after one hour.{' '}
          <Link to="/forgot-password">Request a new link</Link>
        </Notice>
      ) : (
        <Form label="Set password" check={checkNewPassword} send={send}>
          {(wrong) => (
            <PasswordField
              label="New password"
              name="password"
              autoComplete="new-password"
              description="At least 8 characters. Signs out all other sessions."
              error={wrong.password}
              autoFocus
            />
          )}
        </Form>
      )}
    </AuthPage>
  );
}

const isAboutToken = (problem: Problem<unknown>) =>
  problem.kind === 'refused' && problem.fields.some(({ field }) => field === 'token');
