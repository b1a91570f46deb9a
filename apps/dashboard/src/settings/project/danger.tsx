import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { projectQuery, projectsQuery } from '../../catalogue/queries.ts';
import { Button } from '../../components/button.tsx';
import { toasts } from '../../components/toasts.ts';
import { api } from '../../session/api.ts';
import { ask } from '../parts/confirm.tsx';
import { named } from '../parts/named.ts';
import { Section } from '../parts/section.tsx';
import { inProject } from './queries.ts';
import type { Project } from './shell.tsx';

export function Danger({ project }: { project: Project }) {
  const queries = useQueryClient();
  const router = useRouter();
  const remove = () =>
    ask({
      title: `Delete project ${named(project.name)}?`,
      label: 'Delete project',
      typed: { label: 'To confirm, type the project name', text: project.name },
      children: (
        <p>
          Deletes all bugs with their comments, screenshots and history, and all webhooks, rules and keys, for
          the whole team. This cannot be undone.
        </p>
      ),
      act: async () => {
        const answer = await api.DELETE('/api/v1/projects/{project_id}', inProject(project.id));
        if (!answer.ok) return answer.error;
        await router.navigate({ to: '/', search: {}, ignoreBlocker: true });
        queries.removeQueries({ queryKey: projectQuery(project.id).queryKey });
        void queries.invalidateQueries({ queryKey: projectsQuery.queryKey });
        toasts.show({ text: `Deleted project ${named(project.name)}` });
      },
    });
  return (
    <Section title="Delete project" about="Also deletes all its bugs." isDanger>
      <div>
        <Button kind="danger" onClick={remove}>
          Delete project…
        </Button>
      </div>
    </Section>
  );
}
