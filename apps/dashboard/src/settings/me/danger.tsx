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
      label: 'Delete account',
      children: (
        <p>
          Teams where you are the only member are deleted with all their projects and bugs. Your comments in
          other teams stay, without your name. This cannot be undone.
        </p>
      ),
      // Accounts without a password confirm by typing the email address.
      ...(me.has_password
        ? { field: <OwnPassword /> }
        : { typed: { label: 'To confirm, type your email', text: me.email } }),
      act: async (password) => {
        const body = me.has_password ? { password } : { email: me.email };
        const answer = await api.DELETE('/api/v1/me', { body });
        if (!answer.ok) return answer.error;
        session.end('/signup');
      },
    });
  return (
    <Section title="Delete account" about="Also deletes teams where you are the only member." isDanger>
      <div>
        <Button kind="danger" onClick={remove}>
          Delete account…
        </Button>
      </div>
    </Section>
  );
}

const OwnPassword = () => (
  <PasswordField label="Password" name="field" autoComplete="current-password" autoFocus />
);
