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
      title: `Delete the project ${named(project.name)}?`,
      label: 'Delete project and reports',
      typed: { label: 'To confirm, type its name', text: project.name },
      children: (
        <p>
          All its reports go with it: comments, screenshots, history, webhooks, rules and keys, for everybody
          in the team. This cannot be undone.
        </p>
      ),
      act: async () => {
        const answer = await api.DELETE('/api/v1/projects/{project_id}', inProject(project.id));
        if (!answer.ok) return answer.error;
        await router.navigate({ to: '/', search: {}, ignoreBlocker: true });
        queries.removeQueries({ queryKey: projectQuery(project.id).queryKey });
        void queries.invalidateQueries({ queryKey: projectsQuery.queryKey });
        toasts.show({ text: `Deleted the project ${named(project.name)}` });
      },
    });
  return (
    <Section title="Delete the project" about="Deletes all its reports, too." isDanger>
      <div>
        <Button kind="danger" onClick={remove}>
          Delete this project…
        </Button>
      </div>
    </Section>
  );
}
