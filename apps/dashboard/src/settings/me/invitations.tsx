import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { given } from '../../catalogue/given.ts';
import { projectsQuery, teamsQuery } from '../../catalogue/queries.ts';
import { Button } from '../../components/button.tsx';
import { Text } from '../../components/text.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { toasts } from '../../components/toasts.ts';
import { api } from '../../session/api.ts';
import { named } from '../parts/named.ts';
import { Row, Rows } from '../parts/rows.tsx';
import { Section } from '../parts/section.tsx';
import { useChange } from '../parts/use-change.ts';
import type { Me } from './shell.tsx';

const ownInvitationsQuery = queryOptions({
  queryKey: ['me', 'invitations'],
  queryFn: async ({ signal }) => (await given(api.GET('/api/v1/me/invitations', { signal }))).items,
});

/** Pending invitations for the signed-in user. Only a verified email sees them. */
export function OwnInvitations({ me }: { me: Me }) {
  const { data: invitations = [] } = useQuery({ ...ownInvitationsQuery, enabled: me.email_verified });
  const { run, isBusy } = useChange(
    ownInvitationsQuery.queryKey,
    teamsQuery.queryKey,
    projectsQuery.queryKey,
  );
  const router = useRouter();
  if (invitations.length === 0) return null;
  const at = (invitation_id: number) => ({ params: { path: { invitation_id } } });
  const accept = async (id: number, team: { id: number; name: string }) => {
    if (!(await run(() => api.POST('/api/v1/me/invitations/{invitation_id}/accept', at(id))))) return;
    toasts.show({ text: `Joined ${named(team.name)}` });
    await router.navigate({ to: '/', search: { team_id: team.id } });
  };
  const decline = async (id: number, team: { name: string }) => {
    if (await run(() => api.DELETE('/api/v1/me/invitations/{invitation_id}', at(id))))
      toasts.show({ text: `Declined the invitation to ${named(team.name)}` });
  };
  return (
    <Section title="Invitations" about="Teams you are invited to join.">
      <Rows label="Invitations" empty="">
        {invitations.map(({ id, team, invited_by, created_at }) => (
          <Row
            key={id}
            title={<Text>{team.name}</Text>}
            about={
              <>
                Invited{' '}
                {invited_by && (
                  <>
                    by <Text>{invited_by}</Text>{' '}
                  </>
                )}
                <TimeAgo at={created_at} />
              </>
            }
            end={
              <>
                <Button isBusy={isBusy} onClick={() => accept(id, team)}>
                  Join
                </Button>
                <Button kind="quiet" isBusy={isBusy} onClick={() => decline(id, team)}>
                  Decline
                </Button>
              </>
            }
          />
        ))}
      </Rows>
    </Section>
  );
}
