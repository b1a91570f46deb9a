import { Button } from '../../components/button.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { api } from '../../session/api.ts';
import { session } from '../../session/session.ts';
import { ask } from '../parts/confirm.tsx';
import { Section } from '../parts/section.tsx';
import type { Me } from './shell.tsx';

export function Danger({ me }: { me: Me }) {
  const remove = () =>
    ask({
      title: 'Delete your account?',
      label: 'Delete my account',
      children: (
        <p>
          Teams in which you are alone go with it, with all their projects and reports. Other teams keep your
          comments, without your name. This cannot be undone.
        </p>
      ),
      // Without a password, the address says that it is meant.
      ...(me.has_password
        ? { field: <OwnPassword /> }
        : { typed: { label: 'To confirm, type your e-mail address', text: me.email } }),
      act: async (password) => {
        const body = me.has_password ? { password } : { email: me.email };
        const answer = await api.DELETE('/api/v1/me', { body });
        if (!answer.ok) return answer.error;
        session.end('/signup');
      },
    });
  return (
    <Section title="Delete your account" about="With the teams that nobody else is in." isDanger>
      <div>
        <Button kind="danger" onClick={remove}>
          Delete my account…
        </Button>
      </div>
    </Section>
  );
}

const OwnPassword = () => (
  <PasswordField label="Your password" name="field" autoComplete="current-password" autoFocus />
);
