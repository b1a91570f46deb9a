import { Blocklist } from './blocklist.tsx';
import { Danger } from './danger.tsx';
import { General } from './general.tsx';
import { Key } from './key.tsx';
import { Keys } from './keys.tsx';
import { Notifications } from './notifications.tsx';
import { Origins } from './origins.tsx';
import { ProjectPage } from './shell.tsx';
import { Usage } from './usage.tsx';

/** Project settings. */
export const ProjectSettings = () => (
  <ProjectPage>
    {(project) => (
      // The key resets drafts when the project changes.
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
