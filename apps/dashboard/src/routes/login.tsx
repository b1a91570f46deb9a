import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { AuthPage } from '../auth/frame.tsx';
import { Providers, waysInQuery } from '../auth/providers.tsx';
import { describeReturn } from '../auth/return-errors.ts';
import { typedEmail } from '../auth/typed-email.ts';
import { checkEmail, checkPassword } from '../components/checks.ts';
import { Form } from '../components/form.tsx';
import { Link } from '../components/link.tsx';
import { Notice } from '../components/notice.tsx';
import { PasswordField } from '../components/password-field.tsx';
import { TextField } from '../components/text-field.tsx';
import { visitorApi } from '../session/api.ts';
import { useEnter } from '../session/enter.ts';
import { safePath } from '../session/return-to.ts';

export function Login() {
  const { to, error } = useSearch({ from: '/login' });
  const enter = useEnter();
  const { data } = useQuery(waysInQuery);

  const send = async ({ email = '', password = '' }) => {
    const answer = await visitorApi.POST('/api/v1/auth/login', { body: { email: email.trim(), password } });
    if (!answer.ok) return answer.error;
    enter(answer.data, to);
  };

  return (
    <AuthPage
      title="Log in to Skep"
      below={
        data?.signup !== 'closed' && (
          <>
            New here?{' '}
            <Link to="/signup" search={to ? { to } : {}}>
              Create an account
            </Link>
          </>
        )
      }
    >
      {error && <Notice kind="problem">{describeReturn(error)}</Notice>}
      <Providers to={safePath(to)} />
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
              error={wrong.email}
              defaultValue={typedEmail.value}
              onChange={({ target }) => {
                typedEmail.value = target.value;
              }}
              autoFocus
            />
            <PasswordField
              label="Password"
              name="password"
              autoComplete="current-password"
              error={wrong.password}
              beside={<Link to="/forgot-password">Forgot password?</Link>}
            />
          </>
        )}
      </Form>
    </AuthPage>
  );
}
