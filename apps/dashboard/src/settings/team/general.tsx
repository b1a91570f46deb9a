import { teamsQuery } from '../../catalogue/queries.ts';
import { Form } from '../../components/form.tsx';
import { TextField } from '../../components/text-field.tsx';
import { toasts } from '../../components/toasts.ts';
import { api } from '../../session/api.ts';
import { Overtaken } from '../parts/overtaken.tsx';
import { Section } from '../parts/section.tsx';
import { useChange } from '../parts/use-change.ts';
import { useDraft } from '../parts/use-draft.ts';
import { inTeam } from './queries.ts';
import type { Team } from './shell.tsx';

export function General({ team }: { team: Team }) {
  const name = useDraft(team.name);
  const slug = useDraft(team.slug);
  const { send } = useChange(teamsQuery.queryKey);
  const save = async () => {
    const body = {
      ...(name.isChanged && { name: name.value.trim() }),
      ...(slug.isChanged && { slug: slug.value.trim() }),
    };
    const answer = await send(api.PATCH('/api/v1/teams/{team_id}', { ...inTeam(team.id), body }));
    if (!answer.ok) return answer.error;
    name.drop();
    slug.drop();
    toasts.show({ text: 'Saved' });
  };
  return (
    <Section title="Team" about="All members can see its reports and change its settings.">
      <Form
        label="Save"
        isPart
        isIdle={!name.isChanged && !slug.isChanged}
        check={() => ({
          ...(name.value.trim() === '' && { name: 'Enter a name.' }),
          ...(!/^[a-z0-9-]{2,50}$/.test(slug.value.trim()) && {
            slug: 'Use 2 to 50 characters: a to z, 0 to 9 and hyphens.',
          }),
        })}
        send={save}
      >
        {(wrong) => (
          <>
            <Overtaken drafts={[name, slug]} />
            <TextField
              label="Name"
              name="name"
              maxLength={200}
              autoComplete="off"
              value={name.value}
              onChange={({ target }) => name.set(target.value)}
              error={wrong.name}
            />
            <TextField
              label="Slug"
              name="slug"
              maxLength={50}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              value={slug.value}
              onChange={({ target }) => slug.set(target.value)}
              description="Identifies the team in the API. Must be unique."
              error={wrong.slug}
            />
          </>
        )}
      </Form>
    </Section>
  );
}
