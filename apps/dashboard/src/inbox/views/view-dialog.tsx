import { type FormEvent, useId, useState } from 'react';
import { overlay } from '../../actions/overlay.tsx';
import type { SavedView } from '../../catalogue/catalogue.ts';
import { useViewChanges } from '../../catalogue/changes.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/text-field.tsx';
import { toasts } from '../../components/toasts.ts';
import type { BugFilter } from '../../store/types.ts';
import { toView } from '../filter/saved.ts';
import { useInbox } from '../inbox-context.ts';
import styles from './view-dialog.module.css';

/** Limit of saved views per user and team. */
const most = 20;

/** Saves a new view or renames an existing one. */
export function ViewDialog({ filter, view }: { filter?: BugFilter; view?: SavedView }) {
  const { catalogue, group } = useInbox();
  const { save, change } = useViewChanges(catalogue.team.id);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const form = useId();
  const isFull = !view && catalogue.views.length >= most;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const name = String(fields.get('name')).trim();
    const is_pinned = fields.get('pinned') !== null;
    if (!name) return setProblem('Enter a name');
    setBusy(true);
    try {
      await (view
        ? change(view.id, { name, is_pinned })
        : save(name, toView(filter ?? {}, group), is_pinned));
      overlay.close();
      toasts.show({ text: view ? `Renamed view to “${name}”` : `Saved view “${name}”` });
    } catch (cause) {
      setProblem((cause as Error).message);
      setBusy(false);
    }
  };

  return (
    <Dialog
      title={view ? 'Rename view' : 'Save view'}
      onClose={overlay.close}
      actions={
        <>
          <Button onClick={overlay.close}>Cancel</Button>
          <Button kind="primary" type="submit" form={form} isBusy={isBusy} disabled={isFull}>
            Save
          </Button>
        </>
      }
    >
      {isFull ? (
        <p>You have reached the limit of {most} views. Delete one to save another.</p>
      ) : (
        <form id={form} onSubmit={submit} className={styles.form}>
          <TextField
            label="Name"
            name="name"
            defaultValue={view?.name}
            maxLength={100}
            error={problem}
            autoFocus
            autoComplete="off"
          />
          <label className={styles.pin}>
            <input type="checkbox" name="pinned" defaultChecked={view?.is_pinned} />
            Pin to top
          </label>
        </form>
      )}
    </Dialog>
  );
}
