import { queryOptions, useQuery } from '@tanstack/react-query';
import { CodeLine } from '../parts/code.tsx';
import { Section } from '../parts/section.tsx';
import { ProjectPage } from '../project/shell.tsx';
import { Listener } from './listener.tsx';
import { Snippets } from './snippets.tsx';

/** Whether the service has its demo page: the operator can switch it off. */
const demoQuery = queryOptions({
  queryKey: ['demo'],
  queryFn: async () => (await fetch('/demo', { method: 'HEAD' })).ok,
  staleTime: Number.POSITIVE_INFINITY,
});

function DemoLink({ apiKey }: { apiKey: string }) {
  const { data: hasDemo } = useQuery(demoQuery);
  if (!hasDemo) return null;
  return (
    <p>
      <a href={`/demo?key=${encodeURIComponent(apiKey)}`} target="_blank" rel="noreferrer">
        Try the widget on the demo page
      </a>
    </p>
  );
}

/** From a new project to its first report. */
export const Start = () => (
  <ProjectPage>
    {(project) => (
      <div key={project.id}>
        <Listener project={project} />
        <Section
          title="The key"
          about="It may stand in web pages and apps: all that it can do is to send reports."
        >
          <CodeLine what="the key">{project.api_key}</CodeLine>
        </Section>
        <Section
          title="The code"
          about="A form for people, or errors that nobody caught. Paste it as it is: the address and the key are in it."
        >
          <Snippets apiKey={project.api_key} />
          <DemoLink apiKey={project.api_key} />
        </Section>
      </div>
    )}
  </ProjectPage>
);
