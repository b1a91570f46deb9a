import { useState } from 'react';
import { checkEmail } from '../components/checks.ts';
import { Form } from '../components/form.tsx';
import { Link } from '../components/link.tsx';
import { Notice } from '../components/notice.tsx';
import { TextField } from '../components/text-field.tsx';
import { Door } from '../doors/frame.tsx';
import { useEmailOff } from '../doors/providers.tsx';
import { typedEmail } from '../doors/typed-email.ts';
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
    <Door title="Forgotten password" below={<Link to="/login">Back to log-in</Link>}>
      {isEmailOff ? (
        <Notice kind="plain">
          Email is off on this installation. Ask the operator for a link to set a new password: they get one
          with <code>skep admin reset-password --link</code>.
        </Notice>
      ) : address ? (
        <Notice kind="good">
          If <bdi>{address}</bdi> has an account here, a mail with a link is on its way. It works once, within
          the next hour. Look among the spam, too.
        </Notice>
      ) : (
        <>
          <p>Tell us the e-mail address of your account, and we send you a link to set a new password.</p>
          <Form label="Send the link" check={checkEmail} send={send}>
            {(wrong) => (
              <TextField
                label="E-mail"
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
    </Door>
  );
}
