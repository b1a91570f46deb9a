import { useState } from 'react';
import { AuthPage } from '../auth/frame.tsx';
import { useEmailOff } from '../auth/providers.tsx';
import { typedEmail } from '../auth/typed-email.ts';
import { checkEmail } from '../components/checks.ts';
import { Form } from '../components/form.tsx';
import { Link } from '../components/link.tsx';
import { Notice } from '../components/notice.tsx';
import { TextField } from '../components/text-field.tsx';
import { visitorApi } from '../session/api.ts';

export function ForgotPassword() {
  const [address, setAddress] = useState<string>();
  const isEmailOff = useEmailOff();

  const send = async ({ email = '' }) => {
    const answer = await visitorApi.POST('/api/v1/auth/password-reset', { body: { email: email.trim() } });
    if (!answer.ok) return answer.error;
    setAddress(email.trim());
  };

  return (
    <AuthPage title="Reset your password" below={<Link to="/login">Back to login</Link>}>
      {isEmailOff ? (
        <Notice kind="plain">
          Email is off on this installation. Ask the operator for a password link, created with{' '}
          <code>skep admin reset-password --link</code>.
        </Notice>
      ) : address ? (
        <Notice kind="good">
          If there is an account for <bdi>{address}</bdi>, we have sent a link. It works once and expires
          after one hour. Check your spam folder, too.
        </Notice>
      ) : (
        <>
          <p>Enter your email and we will send you a link to set a new password.</p>
          <Form label="Send reset link" check={checkEmail} send={send}>
            {(wrong) => (
              <TextField
                label="Email"
                name="email"
                type="email"
                autoComplete="username"
                error={wrong.email}
                defaultValue={typedEmail.value}
                onChange={({ target }) => {
                  typedEmail.value = target.value;
                }}
                autoFocus
              />
            )}
          </Form>
        </>
      )}
    </AuthPage>
  );
}
