import { queryOptions, useQuery } from '@tanstack/react-query';
import { CodeLine } from '../parts/code.tsx';
import { Section } from '../parts/section.tsx';
import { ProjectPage } from '../project/shell.tsx';
import { Listener } from './listener.tsx';
import { Snippets } from './snippets.tsx';

/** Whether the demo page exists: the operator can disable it. */
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

/** Install page of a project. */
export const Start = () => (
  <ProjectPage>
    {(project) => (
      <div key={project.id}>
        <Listener project={project} />
        <Section title="API key" about="Safe to publish: it can only send reports.">
          <CodeLine what="API key">{project.api_key}</CodeLine>
        </Section>
        <Section
          title="Code"
          about="Adds a feedback form, or reports uncaught errors. The URL and your API key are filled in."
        >
          <Snippets apiKey={project.api_key} />
          <DemoLink apiKey={project.api_key} />
        </Section>
      </div>
    )}
  </ProjectPage>
);
