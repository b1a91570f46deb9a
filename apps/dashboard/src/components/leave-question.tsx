import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface Props {
  onStay: () => void;
  onLeave: () => void;
}

/** Asks before leaving a page with unsaved changes. */
export const LeaveQuestion = ({ onStay, onLeave }: Props) => (
  <Dialog
    title="Discard unsaved changes?"
    onClose={onStay}
    actions={
      <>
        <Button onClick={onStay} autoFocus>
          Keep editing
        </Button>
        <Button kind="danger" onClick={onLeave}>
          Discard
        </Button>
      </>
    }
  >
    <p>Your changes on this page have not been saved.</p>
  </Dialog>
);
