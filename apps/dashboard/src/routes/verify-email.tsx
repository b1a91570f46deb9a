import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AuthPage } from '../auth/frame.tsx';
import { signedInQuery } from '../auth/me.ts';
import { Form } from '../components/form.tsx';
import { LinkButton } from '../components/link-button.tsx';
import { Notice } from '../components/notice.tsx';
import { describeProblem } from '../components/problem.ts';
import { api } from '../session/api.ts';
import { forgetFragment, fragmentOf } from '../session/fragment.ts';

const here = '/verify-email';

/** Landing page of the verification link. It verifies the email of the signed-in account. */
export function VerifyEmail() {
  const [token] = useState(() => fragmentOf(here).get('token') ?? '');
  const { data: answer } = useQuery({
    queryKey: ['verification', token],
    queryFn: () => verify(token),
  });
  if (!answer) return null;
  if (answer.ok) {
    return (
      <AuthPage title="Email verified">
        <Notice kind="good">
          <bdi>{answer.data.email}</bdi> is verified.
        </Notice>
        <LinkButton kind="primary" to="/">
          Go to inbox
        </LinkButton>
      </AuthPage>
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
  <AuthPage title="Email not verified">
    <Notice kind="problem">{sentence}</Notice>
    <LinkButton to="/">Go to inbox</LinkButton>
  </AuthPage>
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
    <AuthPage title="Verify your email">
      {isSent ? (
        <Notice kind="good">
          We have sent a new link
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
            This link is no longer valid, or belongs to a different account than{' '}
            {me ? <bdi>{me.email}</bdi> : 'the one you are signed in to'}.
          </Notice>
          <Form label="Send new link" send={send}>
            {() => null}
          </Form>
        </>
      )}
      <LinkButton to="/">Go to inbox</LinkButton>
    </AuthPage>
  );
}
