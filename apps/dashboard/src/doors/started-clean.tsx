import { Button } from '../components/button.tsx';
import { Door } from './frame.tsx';

/** Shown once after a first verification by reset link or provider (decision 5). */
export function StartedClean({ onGoOn }: { onGoOn: () => void }) {
  return (
    <Door title="Your account starts clean">
      <p>
        Your email address was never verified before. Somebody else could have created this account with it,
        so nothing from before is kept:
      </p>
      <ul>
        <li>All sessions, MCP tokens and linked sign-ins have ended.</li>
        <li>You have left every team and have a new, empty one.</li>
        <li>Teams with no members left are deleted in seven days.</li>
      </ul>
      <p>Were you working with a team? Ask one of its members to invite you again.</p>
      <Button kind="primary" isLarge onClick={onGoOn}>
        Continue
      </Button>
    </Door>
  );
}
