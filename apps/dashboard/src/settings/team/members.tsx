import { useQuery } from '@tanstack/react-query';
import { membersQuery, meQuery } from '../../catalogue/queries.ts';
import { Avatar } from '../../components/avatar.tsx';
import { Button } from '../../components/button.tsx';
import { Text } from '../../components/text.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { toasts } from '../../components/toasts.ts';
import { api } from '../../session/api.ts';
import { ask } from '../parts/confirm.tsx';
import { Loads } from '../parts/loads.tsx';
import { named } from '../parts/named.ts';
import { Row, Rows } from '../parts/rows.tsx';
import { Section } from '../parts/section.tsx';
import { useChange } from '../parts/use-change.ts';
import { Invitations } from './invitations.tsx';
import { TeamPage } from './shell.tsx';

export const TeamMembers = () => (
  <TeamPage>
    {(team) => (
      <div key={team.id}>
        <Members team={team.id} />
        <Invitations team={team.id} />
      </div>
    )}
  </TeamPage>
);

function Members({ team }: { team: number }) {
  const query = useQuery(membersQuery(team));
  const me = useQuery(meQuery).data;
  const { send } = useChange(membersQuery(team).queryKey);
  const remove = ({ id, name }: { id: number; name: string }) =>
    ask({
      title: `Remove ${named(name)} from the team?`,
      label: 'Remove member',
      children: (
        <p>They lose access immediately. Their comments stay, and their assigned bugs become unassigned.</p>
      ),
      act: async () => {
        const path = { team_id: team, user_id: id };
        const answer = await send(
          api.DELETE('/api/v1/teams/{team_id}/members/{user_id}', { params: { path } }),
        );
        if (!answer.ok) return answer.error;
        toasts.show({ text: `Removed ${named(name)} from the team` });
      },
    });
  return (
    <Section title="Members" about="Removed members lose access immediately.">
      <Loads query={query} what="members">
        {(members) => (
          <Rows label="Members" empty="No members">
            {members.map((member) => (
              <Row
                key={member.id}
                mark={<Avatar person={member} size={26} />}
                title={
                  <>
                    <Text>{member.name}</Text>
                    {member.id === me?.id && ' (you)'}
                  </>
                }
                about={
                  <>
                    <Text>{member.email}</Text> · joined <TimeAgo at={member.joined_at} />
                  </>
                }
                end={
                  member.id !== me?.id && (
                    <Button
                      kind="quietDanger"
                      onClick={() => remove(member)}
                      aria-label={`Remove ${named(member.name)} from the team`}
                    >
                      Remove…
                    </Button>
                  )
                }
              />
            ))}
          </Rows>
        )}
      </Loads>
    </Section>
  );
}
