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

/** The key that everybody may see: it can send reports and nothing else. */
export function Key({ project }: { project: Project }) {
  const { send } = useChange(projectsQuery.queryKey);
  const rotate = () =>
    ask({
      title: 'Replace the key?',
      label: 'Replace the key',
      children: (
        <p>
          Whatever still sends with the old key is refused from now on, until it has the new one. To change
          over without a gap, make an additional key first.
        </p>
      ),
      act: async () => {
        const answer = await send(
          api.POST('/api/v1/projects/{project_id}/rotate-key', inProject(project.id)),
        );
        if (!answer.ok) return answer.error;
        toasts.show({ text: 'There is a new key. The old one no longer works.' });
      },
    });
  return (
    <Section title="Key" about="Safe to publish: it can only send reports to this project.">
      <CodeLine what="the key">{project.api_key}</CodeLine>
      <div>
        <Button onClick={rotate}>Replace the key…</Button>
      </div>
    </Section>
  );
}
