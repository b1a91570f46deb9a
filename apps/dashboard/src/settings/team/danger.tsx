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

/** The two ways to be rid of a team. */
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
      title: `Leave the team ${named(team.name)}?`,
      label: 'Leave the team',
      children: (
        <p>You see nothing of it any more, until somebody in it invites you again. Your comments stay.</p>
      ),
      act: async () => {
        const path = { team_id: team.id, user_id: me?.id ?? 0 };
        const answer = await api.DELETE('/api/v1/teams/{team_id}/members/{user_id}', { params: { path } });
        if (!answer.ok) return answer.error;
        await goAway(`You have left ${named(team.name)}`);
      },
    });
  const remove = () =>
    ask({
      title: `Delete the team ${named(team.name)}?`,
      label: 'Delete the team',
      typed: { label: 'To confirm, type its short name', text: team.slug },
      children: (
        <p>
          All its projects and reports go with it, for all its members, within a minute. This cannot be
          undone.
        </p>
      ),
      act: async () => {
        const body = { slug: team.slug };
        const answer = await api.DELETE('/api/v1/teams/{team_id}', { ...inTeam(team.id), body });
        if (!answer.ok) return answer.error;
        await goAway(`Deleted the team ${named(team.name)}`);
      },
    });
  return (
    <>
      <Section
        title="Leave the team"
        about={
          isAlone
            ? 'You are alone in it: invite somebody first, or delete it.'
            : 'The others keep everything.'
        }
        isDanger
      >
        <div>
          <Button kind="danger" onClick={leave} disabled={isAlone || !me}>
            Leave this team…
          </Button>
        </div>
      </Section>
      <Section
        title="Delete the team"
        about="With all its projects and everything that was reported to them."
        isDanger
      >
        <div>
          <Button kind="danger" onClick={remove}>
            Delete this team…
          </Button>
        </div>
      </Section>
    </>
  );
}
