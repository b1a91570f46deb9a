import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { Providers } from '../auth/providers.tsx';
import { Button } from '../components/button.tsx';
import { checkEmail, checkPassword } from '../components/checks.ts';
import { Dialog } from '../components/dialog.tsx';
import { Form } from '../components/form.tsx';
import { PasswordField } from '../components/password-field.tsx';
import { TextField } from '../components/text-field.tsx';
import { visitorApi } from './api.ts';
import { useEnter } from './enter.ts';
import styles from './expired.module.css';
import { session } from './session.ts';

/**
 * Dialog over the page when the session has expired. The page keeps its state, and pending requests are sent once the
 * same user has logged in again. For a different user the page reloads.
 */
export function ExpiredSession() {
  const enter = useEnter();
  const { href } = useLocation();
  const known = useQueryClient().getQueryData<{ email: string }>(['me']);

  const send = async ({ email = '', password = '' }) => {
    const answer = await visitorApi.POST('/api/v1/auth/login', { body: { email: email.trim(), password } });
    if (!answer.ok) return answer.error;
    enter(answer.data, href);
  };

  return (
    <Dialog title="Your session has ended">
      <p className={styles.why}>Log in again to continue. Your unsaved work is still here.</p>
      <Providers to={href} inNewTab />
      <Form
        label="Log in"
        check={(values) => ({ ...checkEmail(values), ...checkPassword(values) })}
        send={send}
      >
        {(wrong) => (
          <>
            <TextField
              label="Email"
              name="email"
              type="email"
              autoComplete="username"
              defaultValue={known?.email}
              error={wrong.email}
              autoFocus={!known}
            />
            <PasswordField
              label="Password"
              name="password"
              autoComplete="current-password"
              error={wrong.password}
              autoFocus={known !== undefined}
            />
          </>
        )}
      </Form>
      <Button kind="quiet" onClick={() => session.end()}>
        Sign out
      </Button>
    </Dialog>
  );
}
