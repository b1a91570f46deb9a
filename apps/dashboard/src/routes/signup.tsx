import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { AuthPage } from '../auth/frame.tsx';
import { invitationPage, invitationQuery } from '../auth/invitation.ts';
import { Providers, useEmailOff, waysInQuery } from '../auth/providers.tsx';
import { checkEmail, checkNewPassword } from '../components/checks.ts';
import { Form } from '../components/form.tsx';
import { Link } from '../components/link.tsx';
import { Notice } from '../components/notice.tsx';
import { PasswordField } from '../components/password-field.tsx';
import { closedSignup } from '../components/problem.ts';
import { Text } from '../components/text.tsx';
import { TextField } from '../components/text-field.tsx';
import { toasts } from '../components/toast.tsx';
import { visitorApi } from '../session/api.ts';
import { useEnter } from '../session/enter.ts';
import { forgetFragment, fragmentOf } from '../session/fragment.ts';
import { safePath } from '../session/return-to.ts';

export function Signup() {
  const { to } = useSearch({ from: '/signup' });
  const { data } = useQuery(waysInQuery);
  // Only a visitor who came from the invitation page signs up with it.
  const [token] = useState(() => (to === invitationPage ? fragmentOf(invitationPage).get('token') : null));
  const { data: invitation, isLoading } = useQuery(invitationQuery(token));
  return (
    <AuthPage
      title="Create an account"
      below={
        <>
          Already have an account?{' '}
          <Link to="/login" search={to ? { to } : {}}>
            Log in
          </Link>
        </>
      }
    >
      {data?.signup === 'closed' ? (
        <Notice kind="problem">{closedSignup}</Notice>
      ) : (
        <>
          {data?.signup === 'invited' && !invitation && (
            <Notice kind="plain">
              Sign-up requires an invitation. Use the link in your invitation email.
            </Notice>
          )}
          {invitation && (
            <p>
              You are joining the team{' '}
              <strong>
                <Text>{invitation.team.name}</Text>
              </strong>
              .
            </p>
          )}
          <Providers to={safePath(to)} />
          {!isLoading && <SignupForm to={to} token={invitation ? token : null} email={invitation?.email} />}
        </>
      )}
    </AuthPage>
  );
}

interface FormProps {
  to: string | undefined;
  /** Invitation token, if any. */
  token: string | null;
  /** The invited email. */
  email: string | undefined;
}

function SignupForm({ to, token, email: invited }: FormProps) {
  const enter = useEnter();
  const isEmailOff = useEmailOff();

  const send = async ({ name = '', email = '', password = '' }) => {
    const body = {
      email: email.trim(),
      password,
      ...(name.trim() && { name: name.trim() }),
      ...(token && { invitation_token: token }),
    };
    const answer = await visitorApi.POST('/api/v1/auth/signup', { body });
    if (!answer.ok) return answer.error;
    if (token) forgetFragment(invitationPage);
    enter(answer.data, token ? '/' : to);
    // An invitation link sent to this email has verified it.
    const isVerified = token !== null && body.email === invited;
    const next = isEmailOff || isVerified ? '' : ` We have sent an email to ${body.email} to verify it.`;
    toasts.show({ text: `Welcome!${next}` });
  };

  return (
    <Form
      label="Create account"
      check={(values) => ({ ...checkEmail(values), ...checkNewPassword(values) })}
      send={send}
    >
      {(wrong) => (
        <>
          <TextField
            label="Name"
            name="name"
            autoComplete="name"
            maxLength={200}
            description="Optional. Visible to members of your teams."
            error={wrong.name}
            autoFocus
          />
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            defaultValue={invited}
            error={wrong.email}
          />
          <PasswordField
            label="Password"
            name="password"
            autoComplete="new-password"
            description="At least 8 characters."
            error={wrong.password}
          />
        </>
      )}
    </Form>
  );
}
