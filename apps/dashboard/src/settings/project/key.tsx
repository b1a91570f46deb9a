import { projectsQuery } from '../../catalogue/queries.ts';
import { Button } from '../../components/button.tsx';
import { toasts } from '../../components/toasts.ts';
import { api } from '../../session/api.ts';
import { CodeLine } from '../parts/code.tsx';
import { ask } from '../parts/confirm.tsx';
import { Section } from '../parts/section.tsx';
import { useChange } from '../parts/use-change.ts';
import { inProject } from './queries.ts';
import type { Project } from './shell.tsx';

/** The public API key, which can only send reports. */
export function Key({ project }: { project: Project }) {
  const { send } = useChange(projectsQuery.queryKey);
  const rotate = () =>
    ask({
      title: 'Rotate API key?',
      label: 'Rotate key',
      children: (
        <p>
          The old key stops working immediately. To switch without downtime, create an additional key first.
        </p>
      ),
      act: async () => {
        const answer = await send(
          api.POST('/api/v1/projects/{project_id}/rotate-key', inProject(project.id)),
        );
        if (!answer.ok) return answer.error;
        toasts.show({ text: 'Key rotated. The old key no longer works.' });
      },
    });
  return (
    <Section title="API key" about="Safe to publish: it can only send reports to this project.">
      <CodeLine what="API key">{project.api_key}</CodeLine>
      <div>
        <Button onClick={rotate}>Rotate key…</Button>
      </div>
    </Section>
  );
}
