import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { membersQuery, meQuery } from '../../catalogue/queries.ts';
import { Button } from '../../components/button.tsx';
import { toasts } from '../../components/toasts.ts';
import { api } from '../../session/api.ts';
import { ask } from '../parts/confirm.tsx';
import { named } from '../parts/named.ts';
import { Section } from '../parts/section.tsx';
import { inTeam, teamQuery } from './queries.ts';
import type { Team } from './shell.tsx';

/** Leaving and deleting the team. */
export function Danger({ team }: { team: Team }) {
  const me = useQuery(meQuery).data;
  const members = useQuery(membersQuery(team.id)).data;
  const queries = useQueryClient();
  const router = useRouter();
  const isAlone = members !== undefined && members.length < 2;
  const goAway = async (text: string) => {
    await router.navigate({ to: '/', search: {}, ignoreBlocker: true });
    queries.removeQueries({ queryKey: teamQuery(team.id).queryKey });
    void queries.invalidateQueries();
    toasts.show({ text });
  };
  const leave = () =>
    ask({
      title: `Leave team ${named(team.name)}?`,
      label: 'Leave team',
      children: <p>You lose access until a member invites you again. Your comments stay.</p>,
      act: async () => {
        const path = { team_id: team.id, user_id: me?.id ?? 0 };
        const answer = await api.DELETE('/api/v1/teams/{team_id}/members/{user_id}', { params: { path } });
        if (!answer.ok) return answer.error;
        await goAway(`Left team ${named(team.name)}`);
      },
    });
  const remove = () =>
    ask({
      title: `Delete team ${named(team.name)}?`,
      label: 'Delete team',
      typed: { label: 'To confirm, type the team slug', text: team.slug },
      children: <p>Deletes all its projects and bugs, for all members. This cannot be undone.</p>,
      act: async () => {
        const body = { slug: team.slug };
        const answer = await api.DELETE('/api/v1/teams/{team_id}', { ...inTeam(team.id), body });
        if (!answer.ok) return answer.error;
        await goAway(`Deleted team ${named(team.name)}`);
      },
    });
  return (
    <>
      <Section
        title="Leave team"
        about={
          isAlone
            ? 'You are the only member. Invite someone first, or delete the team.'
            : 'You lose access. Other members are not affected.'
        }
        isDanger
      >
        <div>
          <Button kind="danger" onClick={leave} disabled={isAlone || !me}>
            Leave team…
          </Button>
        </div>
      </Section>
      <Section title="Delete team" about="Also deletes all its projects and bugs." isDanger>
        <div>
          <Button kind="danger" onClick={remove}>
            Delete team…
          </Button>
        </div>
      </Section>
    </>
  );
}
