import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { teamsQuery } from '../../catalogue/queries.ts';
import { Form } from '../../components/form.tsx';
import { TextField } from '../../components/text-field.tsx';
import { api } from '../../session/api.ts';
import { Page } from '../parts/page.tsx';
import { Section } from '../parts/section.tsx';
import { useChange } from '../parts/use-change.ts';

/** Creates a team. Also shown to users who are in no team. */
export function NewTeamPage() {
  const router = useRouter();
  const { data: teams } = useQuery(teamsQuery);
  const { send } = useChange(teamsQuery.queryKey);
  const create = async ({ name = '' }) => {
    const answer = await send(api.POST('/api/v1/teams', { body: { name: name.trim() } }));
    if (!answer.ok) return answer.error;
    await router.navigate({ to: '/', search: { team_id: answer.data.id }, ignoreBlocker: true });
  };
  return (
    <Page title="New team">
      <Section
        title="Team"
        about={
          teams?.length === 0
            ? 'You are not in a team yet. Create one, or ask a colleague to invite you.'
            : 'A team shares projects, reports and labels. Members join by invitation.'
        }
      >
        <Form
          label="Create team"
          isPart
          check={({ name = '' }) => (name.trim() ? {} : { name: 'Enter a name.' })}
          send={create}
        >
          {(wrong) => (
            <TextField
              label="Name"
              name="name"
              maxLength={200}
              autoComplete="off"
              error={wrong.name}
              autoFocus
            />
          )}
        </Form>
      </Section>
    </Page>
  );
}
