import { projectsQuery } from '../../catalogue/queries.ts';
import { Form } from '../../components/form.tsx';
import { toasts } from '../../components/toasts.ts';
import { api } from '../../session/api.ts';
import { TextArea } from '../parts/fields.tsx';
import { Overtaken } from '../parts/overtaken.tsx';
import { Section } from '../parts/section.tsx';
import { useChange } from '../parts/use-change.ts';
import { useDraft } from '../parts/use-draft.ts';
import { inProject } from './queries.ts';
import type { Project } from './shell.tsx';

/** Allowed origins, one per line. */
export function Origins({ project }: { project: Project }) {
  const origins = useDraft(project.allowed_origins.join('\n'));
  const { send } = useChange(projectsQuery.queryKey);
  const save = async () => {
    const allowed_origins = linesOf(origins.value);
    const answer = await send(
      api.PATCH('/api/v1/projects/{project_id}', { ...inProject(project.id), body: { allowed_origins } }),
    );
    if (!answer.ok) return answer.error;
    origins.drop();
    toasts.show({
      text: allowed_origins.length > 0 ? 'Saved' : 'Saved. All origins are allowed.',
    });
  };
  return (
    <Section
      title="Allowed origins"
      about="Websites that can send reports from a browser. Reports from servers and command lines are always accepted."
    >
      <Form label="Save" isPart isIdle={!origins.isChanged} send={save}>
        {(wrong) => (
          <>
            <Overtaken drafts={[origins]} />
            <TextArea
              label="Origins, one per line"
              name="allowed_origins"
              placeholder="https://example.com"
              value={origins.value}
              onChange={({ target }) => origins.set(target.value)}
              description="For example https://example.com, or https://*.example.com for all subdomains. Leave empty to allow all origins."
              error={wrong.allowed_origins}
              spellCheck={false}
              autoCapitalize="off"
            />
          </>
        )}
      </Form>
    </Section>
  );
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
