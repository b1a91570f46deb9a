import { projectsQuery } from '../../catalogue/queries.ts';
import { Form } from '../../components/form.tsx';
import { TextField } from '../../components/text-field.tsx';
import { toasts } from '../../components/toasts.ts';
import { api } from '../../session/api.ts';
import { TextArea } from '../parts/fields.tsx';
import { Overtaken } from '../parts/overtaken.tsx';
import { Section } from '../parts/section.tsx';
import { useChange } from '../parts/use-change.ts';
import { useDraft } from '../parts/use-draft.ts';
import { inProject } from './queries.ts';
import type { Project } from './shell.tsx';

export function General({ project }: { project: Project }) {
  const name = useDraft(project.name);
  const description = useDraft(project.description ?? '');
  const { send } = useChange(projectsQuery.queryKey);
  const save = async () => {
    const body = {
      ...(name.isChanged && { name: name.value.trim() }),
      ...(description.isChanged && { description: description.value.trim() || null }),
    };
    const answer = await send(api.PATCH('/api/v1/projects/{project_id}', { ...inProject(project.id), body }));
    if (!answer.ok) return answer.error;
    name.drop();
    description.drop();
    toasts.show({ text: 'Saved' });
  };
  return (
    <Section title="Project" about="Shown in lists, emails and chat messages.">
      <Form
        label="Save"
        isPart
        isIdle={!name.isChanged && !description.isChanged}
        check={() => (name.value.trim() ? {} : { name: 'Enter a name.' })}
        send={save}
      >
        {(wrong) => (
          <>
            <Overtaken drafts={[name, description]} />
            <TextField
              label="Name"
              name="name"
              maxLength={200}
              autoComplete="off"
              value={name.value}
              onChange={({ target }) => name.set(target.value)}
              error={wrong.name}
            />
            <TextArea
              label="Description"
              name="description"
              value={description.value}
              onChange={({ target }) => description.set(target.value)}
              description="Visible to your team."
              error={wrong.description}
            />
          </>
        )}
      </Form>
    </Section>
  );
}
