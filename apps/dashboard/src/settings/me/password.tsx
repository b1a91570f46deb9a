import { checkNewPassword } from '../../components/checks.ts';
import { Form } from '../../components/form.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { toasts } from '../../components/toasts.ts';
import { api } from '../../session/api.ts';
import { session } from '../../session/session.ts';
import { Section } from '../parts/section.tsx';
import { FirstPassword } from './first-password.tsx';
import type { Me } from './shell.tsx';

export const Password = ({ me }: { me: Me }) =>
  me.has_password ? <NewPassword email={me.email} /> : <FirstPassword email={me.email} />;

function NewPassword({ email }: { email: string }) {
  const save = async ({ current_password = '', password = '' }) => {
    const answer = await api.PATCH('/api/v1/me', { body: { current_password, password } });
    if (!answer.ok) return answer.error;
    // Previous sessions have ended; this one continues with the new token.
    if (answer.data.access_token) session.begin(answer.data.access_token);
    toasts.show({ text: 'Password changed. All other sessions were signed out.' });
  };
  return (
    <Section title="Password" about="Changing the password signs out all other sessions.">
      <Form label="Change password" kind="plain" isPart isCleared check={checkNewPassword} send={save}>
        {(wrong) => (
          <>
            {/* Tells password managers which account this is. */}
            <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
            <PasswordField
              label="Current password"
              name="current_password"
              autoComplete="current-password"
              error={wrong.current_password}
            />
            <PasswordField
              label="New password"
              name="password"
              autoComplete="new-password"
              description="At least 8 characters."
              error={wrong.password}
            />
          </>
        )}
      </Form>
    </Section>
  );
}
