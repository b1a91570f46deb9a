import { useEmailOff } from '../../auth/providers.tsx';
import { Button } from '../../components/button.tsx';
import { Text } from '../../components/text.tsx';
import { toasts } from '../../components/toasts.ts';
import { api } from '../../session/api.ts';
import { Row, Rows } from '../parts/rows.tsx';
import { Section } from '../parts/section.tsx';
import { useChange } from '../parts/use-change.ts';

/**
 * For accounts that log in through a provider only. A session alone must not be enough to set a password,
 * or anyone at an unlocked browser could take over the account. An emailed link proves ownership.
 */
export function FirstPassword({ email }: { email: string }) {
  const { run, isBusy } = useChange();
  const isEmailOff = useEmailOff();
  const ask = async () => {
    if (await run(() => api.POST('/api/v1/auth/password-reset', { body: { email } })))
      toasts.show({ text: 'Password link sent' });
  };
  return (
    <Section title="Password" about="No password set. You log in with GitHub or Google.">
      <Rows label="Password" empty="">
        {[
          <Row
            key="link"
            title="Set a password"
            about={
              isEmailOff ? (
                'Email is off on this installation. Ask the operator for a password link.'
              ) : (
                <>
                  We email a link to <Text>{email}</Text>. Setting a password ends all sessions and revokes
                  your MCP tokens.
                </>
              )
            }
            end={
              !isEmailOff && (
                <Button onClick={ask} isBusy={isBusy}>
                  Send link
                </Button>
              )
            }
          />,
        ]}
      </Rows>
    </Section>
  );
}
