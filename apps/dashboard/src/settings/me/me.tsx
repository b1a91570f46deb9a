import { Browser } from './browser.tsx';
import { Danger } from './danger.tsx';
import { OwnInvitations } from './invitations.tsx';
import { Password } from './password.tsx';
import { Profile } from './profile.tsx';
import { MePage } from './shell.tsx';

/** Account settings and browser preferences. */
export const MySettings = () => (
  <MePage>
    {(me) => (
      <>
        <OwnInvitations me={me} />
        <Profile me={me} />
        <Password me={me} />
        <Browser />
        <Danger me={me} />
      </>
    )}
  </MePage>
);
