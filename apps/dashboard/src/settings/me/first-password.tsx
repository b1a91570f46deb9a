import { Button } from '../../components/button.tsx';
import { Text } from '../../components/text.tsx';
import { toasts } from '../../components/toasts.ts';
import { useEmailOff } from '../../doors/providers.tsx';
import { api } from '../../session/api.ts';
import { Row, Rows } from '../parts/rows.tsx';
import { Section } from '../parts/section.tsx';
import { useChange } from '../parts/use-change.ts';

/**
 * For an account that comes in by a provider alone. There is no current password to ask for, and a session must not be enough
 * to put one on the account, or whoever finds a browser unwatched could come back for ever: so a mail has to prove who it is.
 */
export function FirstPassword({ email }: { email: string }) {
  const { run, isBusy } = useChange();
  const isEmailOff = useEmailOff();
  const ask = async () => {
    if (await run(() => api.POST('/api/v1/auth/password-reset', { body: { email } })))
      toasts.show({ text: 'A link to set a password is on its way' });
  };
  return (
    <Section title="Password" about="You have none: you come in by GitHub or Google.">
      <Rows label="Password" empty="">
        {[
          <Row
            key="link"
            title="Log in with a password too"
            about={
              isEmailOff ? (
                'Email is off on this installation. Ask the operator for a link to set one.'
              ) : (
                <>
                  A link comes to <Text>{email}</Text>, so that only you can set one. Setting it signs out
                  every browser and revokes your MCP tokens.
                </>
              )
            }
            end={
              !isEmailOff && (
                <Button onClick={ask} isBusy={isBusy}>
                  Mail me the link
                </Button>
              )
            }
          />,
        ]}
      </Rows>
    </Section>
  );
}
