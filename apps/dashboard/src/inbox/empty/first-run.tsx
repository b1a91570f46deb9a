import { LinkButton } from '../../components/link-button.tsx';
import { Message } from '../../components/message.tsx';
import { visibleText } from '../../components/visible-text.ts';
import { useInbox } from '../inbox-context.ts';
import { NewProject } from './new-project.tsx';
import { Snippet } from './snippet.tsx';

/** Empty state before the first report: a snippet with the real key. */
export function FirstRun() {
  const { catalogue, filter } = useInbox();
  const own = catalogue.projects.filter(({ team_id }) => team_id === catalogue.team.id);
  const project = own.find(({ id }) => id === filter?.project_id) ?? own[0];
  return project ? (
    <Message title={filter?.project_id ? `No reports in ${visibleText(project.name)} yet` : 'No reports yet'}>
      <p>Send the first one from a terminal. It appears here immediately.</p>
      <Snippet project={project.id} name={project.name} />
      <LinkButton kind="primary" to={`/projects/${project.id}/start`}>
        Install in your website, app or server
      </LinkButton>
    </Message>
  ) : (
    <Message title="Create your first project">
      <p>A project collects the reports of one website, app or service. It comes with its own API key.</p>
      <NewProject team={catalogue.team.id} />
    </Message>
  );
}
