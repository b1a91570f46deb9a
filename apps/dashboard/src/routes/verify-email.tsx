import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from '../components/form.tsx';
import { LinkButton } from '../components/link-button.tsx';
import { Notice } from '../components/notice.tsx';
import { describeProblem } from '../components/problem.ts';
import { Door } from '../doors/frame.tsx';
import { signedInQuery } from '../doors/me.ts';
import { api } from '../session/api.ts';
import { forgetFragment, fragmentOf } from '../session/fragment.ts';

const here = '/verify-email';

/** Where the link leads that new accounts are mailed. It proves the address of the account that one is signed in to. */
export function VerifyEmail() {
  const [token] = useState(() => fragmentOf(here).get('token') ?? '');
  const { data: answer } = useQuery({
    queryKey: ['verification', token],
    queryFn: () => verify(token),
  });
  if (!answer) return null;
  if (answer.ok) {
    return (
      <Door title="Your address is confirmed">
        <Notice kind="good">
          <bdi>{answer.data.email}</bdi> is yours. Nobody else can take over this account with it.
        </Notice>
        <LinkButton kind="primary" to="/">
          Go to the inbox
        </LinkButton>
      </Door>
    );
  }
  const isDead = answer.error.kind === 'refused' && answer.error.status === 422;
  return isDead ? <SendAgain /> : <Failed sentence={describeProblem(answer.error, []).sentence ?? ''} />;
}

async function verify(token: string) {
  const answer = await api.POST('/api/v1/me/email-verification/confirm', { body: { token } });
  if (answer.ok) forgetFragment(here);
  return answer;
}

const Failed = ({ sentence }: { sentence: string }) => (
  <Door title="Not confirmed yet">
    <Notice kind="problem">{sentence}</Notice>
    <LinkButton to="/">Go to the inbox</LinkButton>
  </Door>
);

function SendAgain() {
  const { data: me } = useQuery(signedInQuery);
  const [isSent, setSent] = useState(false);

  const send = async () => {
    const answer = await api.POST('/api/v1/me/email-verification');
    if (!answer.ok) return answer.error;
    setSent(true);
  };

  return (
    <Door title="Confirm your address">
      {isSent ? (
        <Notice kind="good">
          A new link is on its way
          {me && (
            <>
              {' '}
              to <bdi>{me.email}</bdi>
            </>
          )}
          .
        </Notice>
      ) : (
        <>
          <Notice kind="problem">
            This link is not valid any more, or is for another account than{' '}
            {me ? <bdi>{me.email}</bdi> : 'the one that you are signed in to'}.
          </Notice>
          <Form label="Send a new link" send={send}>
            {() => null}
          </Form>
        </>
      )}
      <LinkButton to="/">Go to the inbox</LinkButton>
    </Door>
  );
}
