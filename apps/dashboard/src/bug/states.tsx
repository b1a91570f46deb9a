import { Button } from '../components/button.tsx';
import { Message } from '../components/message.tsx';
import { Trouble } from '../components/trouble.tsx';
import type { Problem } from '../store/types.ts';

/** The service cannot tell "deleted" from "of a team of others", and must not. */
export const BugMissing = ({ id, onClose }: { id: number; onClose(): void }) => (
  <Message title={`Bug #${id} not found`}>
    <p>It was deleted, or it belongs to a team you are not a member of.</p>
    <Button kind="primary" onClick={onClose}>
      Go to the inbox
    </Button>
  </Message>
);

export const BugTrouble = ({ problem, onRetry }: { problem: Problem; onRetry(): void }) => (
  <Trouble title="The bug could not be loaded" problem={problem} onRetry={onRetry} />
);
