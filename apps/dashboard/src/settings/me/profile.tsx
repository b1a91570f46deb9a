import { useEmailOff } from '../../auth/providers.tsx';
import { meQuery } from '../../catalogue/queries.ts';
import { Button } from '../../components/button.tsx';
import { Form } from '../../components/form.tsx';
import { Text } from '../../components/text.tsx';
import { TextField } from '../../components/text-field.tsx';
import { toasts } from '../../components/toasts.ts';
import { api } from '../../session/api.ts';
import { Row, Rows } from '../parts/rows.tsx';
import { Section } from '../parts/section.tsx';
import { Sign } from '../parts/sign.tsx';
import { useChange } from '../parts/use-change.ts';
import { useDraft } from '../parts/use-draft.ts';
import type { Me } from './shell.tsx';

export function Profile({ me }: { me: Me }) {
  const name = useDraft(me.name);
  const isEmailOff = useEmailOff();
  const { run, send, isBusy } = useChange(meQuery.queryKey, ['members']);
  const save = async () => {
    const answer = await send(api.PATCH('/api/v1/me', { body: { name: name.value.trim() } }));
    if (!answer.ok) return answer.error;
    name.drop();
    toasts.show({ text: 'Saved' });
  };
  const verify = async () => {
    if (await run(() => api.POST('/api/v1/me/email-verification')))
      toasts.show({ text: 'Verification email sent' });
  };
  return (
    <Section title="Profile" about="Visible to members of your teams.">
      <Form
        label="Save"
        isPart
        isIdle={!name.isChanged}
        check={() => (name.value.trim() ? {} : { name: 'Enter your name.' })}
        send={save}
      >
        {(wrong) => (
          <TextField
            label="Name"
            name="name"
            maxLength={200}
            autoComplete="name"
            value={name.value}
            onChange={({ target }) => name.set(target.value)}
            error={wrong.name}
          />
        )}
      </Form>
      <Rows label="Email" empty="">
        {[
          <Row
            key="email"
            title={<Text>{me.email}</Text>}
            about={
              me.email_verified
                ? 'You log in with this email.'
                : isEmailOff
                  ? 'Not verified: email is off on this installation.'
                  : 'Not verified yet. Verify it to secure your account.'
            }
            end={
              me.email_verified ? (
                <Sign kind="good">Verified</Sign>
              ) : isEmailOff ? undefined : (
                <Button onClick={verify} isBusy={isBusy}>
                  Send verification email
                </Button>
              )
            }
          />,
        ]}
      </Rows>
    </Section>
  );
}
