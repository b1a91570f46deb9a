import { Danger } from './danger.tsx';
import { General } from './general.tsx';
import { TeamPage } from './shell.tsx';

export const TeamSettings = () => (
  <TeamPage>
    {(team) => (
      <div key={team.id}>
        <General team={team} />
        <Danger team={team} />
      </div>
    )}
  </TeamPage>
);
