import type { KeyboardEvent } from 'react';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import type { Target } from '../store/types.ts';
import { overlay } from './overlay.tsx';
import { changeTarget, countOf, nameOf, type Situation } from './situation.ts';

/** Whoever still holds the Enter that has brought the question has not answered it. */
const ignoreHeldKey = (event: KeyboardEvent) => event.repeat && event.key !== 'Tab' && event.preventDefault();

/** The one thing that cannot be undone is asked about first. */
export function ConfirmDelete({ now, target }: { now: Situation; target: Target }) {
  const isOne = countOf(target) === 1;
  const remove = () => {
    overlay.close();
    changeTarget(now, target, { delete: true }, true);
  };
  return (
    <Dialog
      title={`Delete ${nameOf(target)}?`}
      onClose={overlay.close}
      actions={
        <>
          <Button onClick={overlay.close} onKeyDown={ignoreHeldKey} autoFocus>
            Cancel
          </Button>
          <Button kind="destroy" onClick={remove} onKeyDown={ignoreHeldKey}>
            Delete {nameOf(target)}
          </Button>
        </>
      }
    >
      <p>
        {isOne ? 'The report goes with its' : 'The reports go with their'} comments, screenshots and history,
        for everybody in the team. This cannot be undone.
      </p>
    </Dialog>
  );
}
