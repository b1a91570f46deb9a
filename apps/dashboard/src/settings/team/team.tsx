import { Danger } from './danger.tsx';
import { General } from './general.tsx';
import { Reporters } from './reporters.tsx';
import { TeamPage } from './shell.tsx';

export const TeamSettings = () => (
  <TeamPage>
    {(team) => (
      <div key={team.id}>
        <General team={team} />
        <Reporters team={team.id} />
        <Danger team={team} />
      </div>
    )}
  </TeamPage>
);
