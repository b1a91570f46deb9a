import { Button } from '../components/button.tsx';
import { Door } from './frame.tsx';

/**
 * Told once to somebody whose address was proved for the first time from outside of the account: somebody else may have made it
 * with their address (decision 5).
 */
export function StartedClean({ onGoOn }: { onGoOn: () => void }) {
  return (
    <Door title="Your account starts clean">
      <p>
        This is the first time that we know for certain that the address is yours. Somebody else could have
        made the account with it before, so we have removed whatever that could have left behind:
      </p>
      <ul>
        <li>sessions and MCP tokens from before</li>
        <li>webhooks, notification addresses and open invitations</li>
        <li>members of your teams who were not invited by mail</li>
      </ul>
      <p>Projects, their keys and reports are as they were.</p>
      <Button kind="primary" isLarge onClick={onGoOn}>
        Go on
      </Button>
    </Door>
  );
}
