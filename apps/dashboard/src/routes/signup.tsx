import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { checkEmail, checkNewPassword } from '../components/checks.ts';
import { Form } from '../components/form.tsx';
import { Link } from '../components/link.tsx';
import { Notice } from '../components/notice.tsx';
import { PasswordField } from '../components/password-field.tsx';
import { closedSignup } from '../components/problem.ts';
import { TextField } from '../components/text-field.tsx';
import { toasts } from '../components/toast.tsx';
import { Door } from '../doors/frame.tsx';
import { Providers, waysInQuery } from '../doors/providers.tsx';
import { visitorApi } from '../session/api.ts';
import { useEnter } from '../session/enter.ts';
import { safePath } from '../session/return-to.ts';

export function Signup() {
  const { to } = useSearch({ from: '/signup' });
  const { data } = useQuery(waysInQuery);
  return (
    <Door
      title="Create an account"
      below={
        <>
          Have one already?{' '}
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
          {data?.signup === 'invited' && (
            <Notice kind="plain">Only addresses that have been invited can sign up here.</Notice>
          )}
          <Providers to={safePath(to)} />
          <SignupForm to={to} />
        </>
      )}
    </Door>
  );
}

function SignupForm({ to }: { to: string | undefined }) {
  const enter = useEnter();

  const send = async ({ name = '', email = '', password = '' }) => {
    const body = { email: email.trim(), password, ...(name.trim() && { name: name.trim() }) };
    const answer = await visitorApi.POST('/api/v1/auth/signup', { body });
    if (!answer.ok) return answer.error;
    enter(answer.data, to);
    toasts.show({ text: `Welcome! A mail to ${body.email} asks you to confirm the address.` });
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
            description="As others in your team see it. You may leave it empty."
            error={wrong.name}
            autoFocus
          />
          <TextField label="E-mail" name="email" type="email" autoComplete="username" error={wrong.email} />
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
