import type { KeyboardEvent } from 'react';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { questionWords } from '../inbox/outcomes/words.ts';
import type { Change, Target } from '../store/types.ts';
import { countOf } from './action-context.ts';
import { overlay } from './overlay.tsx';

/** Ignores a repeated Enter key that is still held from opening the dialog. */
const ignoreHeldKey = (event: KeyboardEvent) => event.repeat && event.key !== 'Tab' && event.preventDefault();

interface Props {
  target: Target;
  change: Change;
  onConfirm(): void;
}

/** Confirms a change that cannot be undone or that affects bugs out of view. */
export function Confirm({ target, change, onConfirm }: Props) {
  const isDeletion = 'delete' in change;
  const { question, verb } = questionWords(change, target);
  const confirm = () => {
    overlay.close();
    onConfirm();
  };
  return (
    <Dialog
      title={question}
      onClose={overlay.close}
      actions={
        <>
          <Button onClick={overlay.close} onKeyDown={ignoreHeldKey} autoFocus={isDeletion}>
            Cancel
          </Button>
          <Button
            kind={isDeletion ? 'destroy' : 'primary'}
            onClick={confirm}
            onKeyDown={ignoreHeldKey}
            autoFocus={!isDeletion}
          >
            {verb}
          </Button>
        </>
      }
    >
      {isDeletion ? <DeletionText isOne={countOf(target) === 1} /> : <ManyText />}
    </Dialog>
  );
}

const DeletionText = ({ isOne }: { isOne: boolean }) => (
  <p>
    {isOne ? 'Deletes the bug with its' : 'Deletes the bugs with their'} comments, screenshots and history,
    for the whole team. This cannot be undone.
  </p>
);

const ManyText = () => (
  <p>This changes every bug that matches the filters, including bugs not loaded yet. You can undo it.</p>
);
