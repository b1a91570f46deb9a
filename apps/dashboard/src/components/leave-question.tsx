import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface Props {
  onStay: () => void;
  onLeave: () => void;
}

/** Asked before something is lost that was typed and not saved. */
export const LeaveQuestion = ({ onStay, onLeave }: Props) => (
  <Dialog
    title="Leave without saving?"
    onClose={onStay}
    actions={
      <>
        <Button onClick={onStay} autoFocus>
          Stay
        </Button>
        <Button kind="danger" onClick={onLeave}>
          Leave
        </Button>
      </>
    }
  >
    <p>What you have typed on this page is not saved, and is lost when you leave.</p>
  </Dialog>
);
