import { useQuery } from '@tanstack/react-query';
import { useEmailOff } from '../../auth/providers.tsx';
import { copy } from '../../bug/copy.ts';
import { Button } from '../../components/button.tsx';
import { checkEmail } from '../../components/checks.ts';
import { Form } from '../../components/form.tsx';
import { Text } from '../../components/text.tsx';
import { TextField } from '../../components/text-field.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { toasts } from '../../components/toasts.ts';
import { api } from '../../session/api.ts';
import { Loads } from '../parts/loads.tsx';
import { named } from '../parts/named.ts';
import { Row, Rows } from '../parts/rows.tsx';
import { Section } from '../parts/section.tsx';
import { useChange } from '../parts/use-change.ts';
import { inTeam, invitationsQuery } from './queries.ts';

/** Pending invitations. */
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
        : `Invitation sent to ${named(body.email)}`,
    });
  };
  const cancel = async ({ id, email }: { id: number; email: string }) => {
    const path = { team_id: team, invitation_id: id };
    const call = () =>
      api.DELETE('/api/v1/teams/{team_id}/invitations/{invitation_id}', { params: { path } });
    if (await run(call)) toasts.show({ text: `Revoked the invitation for ${named(email)}` });
  };
  const resend = async ({ id, email }: { id: number; email: string }) => {
    const path = { team_id: team, invitation_id: id };
    const call = () =>
      api.POST('/api/v1/teams/{team_id}/invitations/{invitation_id}/resend', { params: { path } });
    if (await run(call))
      toasts.show({
        text: isEmailOff
          ? `New link created for ${named(email)}. The old link no longer works.`
          : `Invitation resent to ${named(email)}`,
      });
  };
  const copyLink = async (link: string) =>
    toasts.show({
      text: (await copy(link)) ? 'Link copied' : `Your browser blocked copying. Copy this link: ${link}`,
    });
  return (
    <Section
      title="Invitations"
      about={
        isEmailOff
          ? 'Email is off on this installation: copy the link and send it yourself. It works once and expires after 7 days.'
          : 'Each invitation link works once and expires after 7 days.'
      }
    >
      <Loads query={query} what="invitations">
        {(invitations) => (
          <Rows label="Pending invitations" empty="No pending invitations">
            {invitations.map((one) => (
              <Row
                key={one.id}
                title={<Text>{one.email}</Text>}
                about={
                  <>
                    Invited <TimeAgo at={one.created_at} />, expires{' '}
                    {new Date(one.expires_at).toLocaleDateString('en-GB', { day: 'numeric', month: 'long' })}
                  </>
                }
                end={
                  <>
                    {one.link && (
                      <Button
                        kind="quiet"
                        onClick={() => copyLink(one.link ?? '')}
                        aria-label={`Copy link for ${named(one.email)}`}
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
                          : `Resend invitation to ${named(one.email)}`
                      }
                    >
                      {isEmailOff ? 'New link' : 'Resend'}
                    </Button>
                    <Button
                      kind="quietDanger"
                      isBusy={isBusy}
                      onClick={() => cancel(one)}
                      aria-label={`Revoke invitation for ${named(one.email)}`}
                    >
                      Revoke
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
          <TextField label="Email" name="email" type="email" autoComplete="off" error={wrong.email} />
        )}
      </Form>
    </Section>
  );
}
