import { Blocklist } from './blocklist.tsx';
import { Danger } from './danger.tsx';
import { General } from './general.tsx';
import { Key } from './key.tsx';
import { Keys } from './keys.tsx';
import { Notifications } from './notifications.tsx';
import { Origins } from './origins.tsx';
import { ProjectPage } from './shell.tsx';
import { Usage } from './usage.tsx';

/** Everything that can be set for a project. */
export const ProjectSettings = () => (
  <ProjectPage>
    {(project) => (
      // What was typed about one project is nothing for another.
      <div key={project.id}>
        <General project={project} />
        <Usage project={project} />
        <Key project={project} />
        <Keys project={project.id} />
        <Origins project={project} />
        <Notifications project={project} />
        <Blocklist project={project.id} />
        <Danger project={project} />
      </div>
    )}
  </ProjectPage>
);
