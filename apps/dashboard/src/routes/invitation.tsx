import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { Form } from '../components/form.tsx';
import { LinkButton } from '../components/link-button.tsx';
import { Notice } from '../components/notice.tsx';
import { Text } from '../components/text.tsx';
import { toasts } from '../components/toast.tsx';
import { Door } from '../doors/frame.tsx';
import { invitationPage as here, invitationQuery, type Invitation as Preview } from '../doors/invitation.ts';
import { signedInQuery } from '../doors/me.ts';
import { api } from '../session/api.ts';
import { forgetFragment, fragmentOf } from '../session/fragment.ts';
import { useSession } from '../session/react.ts';
import { session } from '../session/session.ts';

/** Where the link in an invitation leads. Whoever has it can join, with whichever account they like. */
export function Invitation() {
  const [token] = useState(() => fragmentOf(here).get('token'));
  const [isDead, setDead] = useState(!token);
  const { data: invitation, isError, isPending } = useQuery(invitationQuery(token));
  const isSignedIn = useSession().kind !== 'signed out';
  if (isDead || invitation === null) return <Dead />;
  // When it cannot be read, such as after too many attempts, one can still join.
  if (isPending && !isError) return <Door title="Invitation">{null}</Door>;
  return (
    <Door title="You are invited to a team">
      {invitation && <About invitation={invitation} />}
      {isSignedIn ? <Join token={token ?? ''} onDead={() => setDead(true)} /> : <Enter />}
    </Door>
  );
}

const Dead = () => (
  <Door title="Invitation">
    <Notice kind="problem">
      This invitation is not valid any more: it works once, for seven days. Ask to be invited again.
    </Notice>
    <LinkButton to="/">Go to the inbox</LinkButton>
  </Door>
);

const About = ({ invitation: { team, invited_by, email } }: { invitation: Preview }) => (
  <p>
    {invited_by ? <Text>{invited_by}</Text> : 'A former member'} invites <Text>{email}</Text> to the team{' '}
    <strong>
      <Text>{team.name}</Text>
    </strong>
    .
  </p>
);

const Enter = () => (
  <>
    <p>To join it, you need an account here.</p>
    <LinkButton kind="primary" to="/signup" search={{ to: here }}>
      Create an account
    </LinkButton>
    <LinkButton to="/login" search={{ to: here }}>
      I have an account
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
      toasts.show({ text: `You have joined ${answer.data.name}.` });
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
        You join it as <strong>{me ? <bdi>{me.email}</bdi> : '…'}</strong>, see its projects and reports, and
        its members see your name and address.
      </p>
      <Form label="Join the team" send={join}>
        {() => null}
      </Form>
      <Button kind="quiet" onClick={() => session.end(`/login?to=${here}`)}>
        Use another account
      </Button>
    </>
  );
}
