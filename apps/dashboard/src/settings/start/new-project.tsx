import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { projectsQuery, teamsQuery } from '../../catalogue/queries.ts';
import { Form } from '../../components/form.tsx';
import { TextField } from '../../components/text-field.tsx';
import { visibleText } from '../../components/visible-text.ts';
import { useInbox } from '../../inbox/inbox-context.ts';
import { api } from '../../session/api.ts';
import { Select } from '../parts/fields.tsx';
import { Loads } from '../parts/loads.tsx';
import { Page } from '../parts/page.tsx';
import { Section } from '../parts/section.tsx';
import { useChange } from '../parts/use-change.ts';

/** Creates a project and opens its install page. */
export function NewProjectPage() {
  const { catalogue } = useInbox();
  const teams = useQuery(teamsQuery);
  const router = useRouter();
  const { send } = useChange(projectsQuery.queryKey);
  const create = async ({ name = '', team = '' }) => {
    const body = { name: name.trim(), team_id: Number(team) || catalogue.team.id };
    const answer = await send(api.POST('/api/v1/projects', { body }));
    if (!answer.ok) return answer.error;
    await router.navigate({
      to: '/projects/$projectId/start',
      params: { projectId: String(answer.data.id) },
      search: {},
      ignoreBlocker: true,
    });
  };
  return (
    <Page title="New project">
      <Section
        title="Project"
        about="A project collects the reports of one website, app or service. It comes with its own API key."
      >
        <Loads query={teams} what="your teams">
          {(all) => (
            <Form
              label="Create"
              isPart
              check={({ name = '' }) => (name.trim() ? {} : { name: 'Enter a name.' })}
              send={create}
            >
              {(wrong) => (
                <>
                  <TextField
                    label="Name"
                    name="name"
                    placeholder="Website"
                    maxLength={200}
                    autoComplete="off"
                    error={wrong.name}
                    autoFocus
                  />
                  {all.length > 1 && (
                    <Select label="Team" name="team" defaultValue={catalogue.team.id}>
                      {all.map(({ id, name }) => (
                        <option key={id} value={id}>
                          {visibleText(name)}
                        </option>
                      ))}
                    </Select>
                  )}
                </>
              )}
            </Form>
          )}
        </Loads>
      </Section>
    </Page>
  );
}
