import { meQuery } from '../../catalogue/queries.ts';
import { Button } from '../../components/button.tsx';
import { Form } from '../../components/form.tsx';
import { Text } from '../../components/text.tsx';
import { TextField } from '../../components/text-field.tsx';
import { toasts } from '../../components/toasts.ts';
import { useEmailOff } from '../../doors/providers.tsx';
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
      toasts.show({ text: 'A link is on its way' });
  };
  return (
    <Section title="Profile" about="As others in your teams see you.">
      <Form
        label="Save"
        isPart
        isIdle={!name.isChanged}
        check={() => (name.value.trim() ? {} : { name: 'Write your name.' })}
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
      <Rows label="E-mail" empty="">
        {[
          <Row
            key="email"
            title={<Text>{me.email}</Text>}
            about={
              me.email_verified
                ? 'Your address, by which you log in.'
                : isEmailOff
                  ? 'Not verified: email is off on this installation.'
                  : 'Not confirmed yet. Confirm it so that nobody else can take over this account.'
            }
            end={
              me.email_verified ? (
                <Sign kind="good">Confirmed</Sign>
              ) : isEmailOff ? undefined : (
                <Button onClick={verify} isBusy={isBusy}>
                  Mail me a link
                </Button>
              )
            }
          />,
        ]}
      </Rows>
    </Section>
  );
}
