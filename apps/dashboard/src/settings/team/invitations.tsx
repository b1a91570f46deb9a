import { useQuery } from '@tanstack/react-query';
import { copy } from '../../bug/copy.ts';
import { Button } from '../../components/button.tsx';
import { checkEmail } from '../../components/checks.ts';
import { Form } from '../../components/form.tsx';
import { Text } from '../../components/text.tsx';
import { TextField } from '../../components/text-field.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { toasts } from '../../components/toasts.ts';
import { useEmailOff } from '../../doors/providers.tsx';
import { api } from '../../session/api.ts';
import { Loads } from '../parts/loads.tsx';
import { named } from '../parts/named.ts';
import { Row, Rows } from '../parts/rows.tsx';
import { Section } from '../parts/section.tsx';
import { useChange } from '../parts/use-change.ts';
import { inTeam, invitationsQuery } from './queries.ts';

/** Who has been asked and has not come yet. */
export function Invitations({ team }: { team: number }) {
  const query = useQuery(invitationsQuery(team));
  const { run, send, isBusy } = useChange(invitationsQuery(team).queryKey);
  const isEmailOff = useEmailOff();
  const invite = async ({ email = '' }) => {
    const body = { email: email.trim() };
    const answer = await send(api.POST('/api/v1/teams/{team_id}/members', { ...inTeam(team), body }));
    if (!answer.ok) return answer.error;
    toasts.show({
      text: isEmailOff
        ? `Invited ${named(body.email)}. Copy the link and send it to them.`
        : `A mail is on its way to ${named(body.email)}`,
    });
  };
  const cancel = async ({ id, email }: { id: number; email: string }) => {
    const path = { team_id: team, invitation_id: id };
    const call = () =>
      api.DELETE('/api/v1/teams/{team_id}/invitations/{invitation_id}', { params: { path } });
    if (await run(call)) toasts.show({ text: `Cancelled the invitation of ${named(email)}` });
  };
  const resend = async ({ id, email }: { id: number; email: string }) => {
    const path = { team_id: team, invitation_id: id };
    const call = () =>
      api.POST('/api/v1/teams/{team_id}/invitations/{invitation_id}/resend', { params: { path } });
    if (await run(call))
      toasts.show({
        text: isEmailOff
          ? `There is a new link for ${named(email)}. The old one is dead.`
          : `Another mail is on its way to ${named(email)}`,
      });
  };
  const copyLink = async (link: string) =>
    toasts.show({ text: (await copy(link)) ? 'Link copied' : `Copy it yourself: ${link}` });
  return (
    <Section
      title="Invitations"
      about={
        isEmailOff
          ? 'Email is off on this installation: copy the link and send it yourself. It works once, within seven days.'
          : 'A mailed link lets somebody in, once and within seven days.'
      }
    >
      <Loads query={query} what="The invitations">
        {(invitations) => (
          <Rows label="Open invitations" empty="Nobody is invited at the moment.">
            {invitations.map((one) => (
              <Row
                key={one.id}
                title={<Text>{one.email}</Text>}
                about={
                  <>
                    Invited <TimeAgo at={one.created_at} />, until{' '}
                    {new Date(one.expires_at).toLocaleDateString('en-GB', { day: 'numeric', month: 'long' })}
                  </>
                }
                end={
                  <>
                    {one.link && (
                      <Button
                        kind="quiet"
                        onClick={() => copyLink(one.link ?? '')}
                        aria-label={`Copy the link for ${named(one.email)}`}
                      >
                        Copy link
                      </Button>
                    )}
                    <Button
                      kind="quiet"
                      isBusy={isBusy}
                      onClick={() => resend(one)}
                      aria-label={
                        isEmailOff
                          ? `New link for ${named(one.email)}`
                          : `Send again the invitation of ${named(one.email)}`
                      }
                    >
                      {isEmailOff ? 'New link' : 'Send again'}
                    </Button>
                    <Button
                      kind="quietDanger"
                      isBusy={isBusy}
                      onClick={() => cancel(one)}
                      aria-label={`Cancel the invitation of ${named(one.email)}`}
                    >
                      Cancel
                    </Button>
                  </>
                }
              />
            ))}
          </Rows>
        )}
      </Loads>
      <Form label="Invite" isPart isCleared check={checkEmail} send={invite}>
        {(wrong) => (
          <TextField
            label="E-mail of somebody new"
            name="email"
            type="email"
            autoComplete="off"
            error={wrong.email}
          />
        )}
      </Form>
    </Section>
  );
}
