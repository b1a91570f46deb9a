import { Button } from '../components/button.tsx';
import { Message } from '../components/message.tsx';
import { Trouble } from '../components/trouble.tsx';
import type { Problem } from '../store/types.ts';

/** Deleted bugs and bugs of other teams look the same on purpose. */
export const BugMissing = ({ id, onClose }: { id: number; onClose(): void }) => (
  <Message title={`Bug #${id} not found`}>
    <p>It was deleted, or it belongs to a team you are not a member of.</p>
    <Button kind="primary" onClick={onClose}>
      Go to inbox
    </Button>
  </Message>
);

export const BugTrouble = ({ problem, onRetry }: { problem: Problem; onRetry(): void }) => (
  <Trouble title="Could not load the bug" problem={problem} onRetry={onRetry} />
);
