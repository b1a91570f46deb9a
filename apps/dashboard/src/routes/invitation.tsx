import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { AuthPage } from '../auth/frame.tsx';
import { invitationPage as here, invitationQuery, type Invitation as Preview } from '../auth/invitation.ts';
import { signedInQuery } from '../auth/me.ts';
import { Button } from '../components/button.tsx';
import { Form } from '../components/form.tsx';
import { LinkButton } from '../components/link-button.tsx';
import { Notice } from '../components/notice.tsx';
import { Text } from '../components/text.tsx';
import { toasts } from '../components/toast.tsx';
import { api } from '../session/api.ts';
import { forgetFragment, fragmentOf } from '../session/fragment.ts';
import { useSession } from '../session/react.ts';
import { session } from '../session/session.ts';

/** Landing page of an invitation link. The link works with any account. */
export function Invitation() {
  const [token] = useState(() => fragmentOf(here).get('token'));
  const [isDead, setDead] = useState(!token);
  const { data: invitation, isError, isPending } = useQuery(invitationQuery(token));
  const isSignedIn = useSession().kind !== 'signed out';
  if (isDead || invitation === null) return <Dead />;
  // Joining still works when the preview fails, such as when rate limited.
  if (isPending && !isError) return <AuthPage title="Invitation">{null}</AuthPage>;
  return (
    <AuthPage title="Join a team">
      {invitation && <About invitation={invitation} />}
      {isSignedIn ? <Join token={token ?? ''} onDead={() => setDead(true)} /> : <Enter />}
    </AuthPage>
  );
}

const Dead = () => (
  <AuthPage title="Invitation">
    <Notice kind="problem">
      This invitation is no longer valid. Invitations work once and expire after seven days. Ask for a new
      one.
    </Notice>
    <LinkButton to="/">Go to inbox</LinkButton>
  </AuthPage>
);

const About = ({ invitation: { team, invited_by, email } }: { invitation: Preview }) => (
  <p>
    {invited_by ? <Text>{invited_by}</Text> : 'A former member'} invited <Text>{email}</Text> to the team{' '}
    <strong>
      <Text>{team.name}</Text>
    </strong>
    .
  </p>
);

const Enter = () => (
  <>
    <p>You need an account to join.</p>
    <LinkButton kind="primary" to="/signup" search={{ to: here }}>
      Create an account
    </LinkButton>
    <LinkButton to="/login" search={{ to: here }}>
      Log in
    </LinkButton>
  </>
);

function Join({ token, onDead }: { token: string; onDead: () => void }) {
  const { data: me } = useQuery(signedInQuery);
  const router = useRouter();

  const join = async () => {
    const answer = await api.POST('/api/v1/invitations/accept', { body: { token } });
    if (answer.ok) {
      forgetFragment(here);
      router.history.replace(`/?team_id=${answer.data.id}`);
      toasts.show({ text: `Joined ${answer.data.name}` });
      return;
    }
    const { error } = answer;
    if (error.kind !== 'refused' || error.status !== 422) return error;
    forgetFragment(here);
    onDead();
  };

  return (
    <>
      <p>
        You will join as <strong>{me ? <bdi>{me.email}</bdi> : '…'}</strong>. Members will see your name and
        email.
      </p>
      <Form label="Join team" send={join}>
        {() => null}
      </Form>
      <Button kind="quiet" onClick={() => session.end(`/login?to=${here}`)}>
        Use another account
      </Button>
    </>
  );
}
