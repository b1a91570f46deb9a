import { Link } from '../../components/link.tsx';
import { Message } from '../../components/message.tsx';
import { useInbox } from '../inbox-context.ts';
import { NewProject } from './new-project.tsx';
import { Snippet } from './snippet.tsx';

/** Nobody has reported anything yet: shows how, with the real key. */
export function FirstRun() {
  const { catalogue, filter } = useInbox();
  const own = catalogue.projects.filter(({ team_id }) => team_id === catalogue.team.id);
  const project = own.find(({ id }) => id === filter?.project_id) ?? own[0];
  return project ? (
    <Message title="No reports yet">
      <p>Send the first one from a terminal. It will show up here at once.</p>
      <Snippet project={project.id} name={project.name} />
      <p>
        <Link to={`/projects/${project.id}/start`}>Code for your website, app or server</Link>
      </p>
    </Message>
  ) : (
    <Message title="Begin with a honeycomb">
      <p>
        A honeycomb collects the reports of one website, app or service. It comes with a key that reports are
        sent with.
      </p>
      <NewProject team={catalogue.team.id} />
    </Message>
  );
}
