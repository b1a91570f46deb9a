import { Button } from '../components/button.tsx';
import { AuthPage } from './frame.tsx';

/** Shown once after a first verification by reset link or provider (decision 5). */
export function StartedClean({ onGoOn }: { onGoOn: () => void }) {
  return (
    <AuthPage title="Your account was reset">
      <p>
        Your email was never verified before, so someone else could have created this account. For your
        security, it was reset:
      </p>
      <ul>
        <li>All sessions, MCP tokens and linked logins were revoked.</li>
        <li>You were removed from all teams and have a new, empty one.</li>
        <li>Teams without members are deleted after seven days.</li>
      </ul>
      <p>To rejoin a team, ask a member to invite you again.</p>
      <Button kind="primary" isLarge onClick={onGoOn}>
        Continue
      </Button>
    </AuthPage>
  );
}
