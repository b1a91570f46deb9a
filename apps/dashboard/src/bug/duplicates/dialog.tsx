import { type KeyboardEvent, useId, useState } from 'react';
import { overlay } from '../../actions/overlay.tsx';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { StatusIcon } from '../../components/status-icon.tsx';
import { Text } from '../../components/text.tsx';
import { useInbox } from '../../inbox/inbox-context.ts';
import { useBugItem } from '../../store/react.ts';
import { useCandidates } from './candidates.ts';
import styles from './dialog.module.css';
import { Preview } from './preview.tsx';

const close = () => overlay.close();

/** Asks of which bug this one is a duplicate, and shows that bug before anything is done. */
export function DuplicateDialog({ bugId }: { bugId: number }) {
  const { store, catalogue } = useInbox();
  const bug = useBugItem(bugId);
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<number>();
  const listId = useId();
  const team = catalogue.projects.find(({ id }) => id === bug?.project_id)?.team_id;
  const { title, items, isLoading, problem } = useCandidates(bugId, team, typed);
  const at = Math.max(
    0,
    items.findIndex(({ id }) => id === chosen),
  );
  const candidate = items[at];

  const confirm = () => {
    if (!candidate || isLoading) return;
    close();
    store.change({ ids: [bugId] }, { duplicate_of_id: candidate.id });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move) setChosen(items[(at + move + items.length) % Math.max(1, items.length)]?.id);
    else if (event.key === 'Enter') confirm();
    else return;
    event.preventDefault();
  };
  const nothing = typed.trim() ? 'Nothing found.' : 'Nothing looks similar. Type a number or words.';

  return (
    <Dialog
      title={`Of which bug is #${bugId} a duplicate?`}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button kind="primary" disabled={!candidate || isLoading} onClick={confirm}>
            {candidate ? `Duplicate of #${candidate.id}` : 'Duplicate'}
          </Button>
        </>
      }
    >
      <input
        className={styles.search}
        type="search"
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={candidate ? `${listId}-${candidate.id}` : undefined}
        aria-label="Number or words of the other bug"
        placeholder="Number or words"
        autoComplete="off"
        spellCheck={false}
        autoFocus
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setChosen(undefined);
        }}
        onKeyDown={onKeyDown}
      />
      <div className={styles.found} aria-busy={isLoading}>
        <p className={styles.heading}>{title}</p>
        <div role="listbox" id={listId} aria-label={title} className={styles.list}>
          {items.map((item) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: focus stays in the field, whose keys choose
            // biome-ignore lint/a11y/useFocusableInteractive: the field points at it with aria-activedescendant
            <div
              key={item.id}
              id={`${listId}-${item.id}`}
              role="option"
              aria-selected={item === candidate}
              className={styles.option}
              onClick={() => setChosen(item.id)}
            >
              <StatusIcon status={item.status} />
              <span className={styles.id}>{item.id}</span>
              <span className={styles.title}>
                <Text>{item.title}</Text>
              </span>
            </div>
          ))}
        </div>
        <p role="status" className={styles.none}>
          {problem ?? (items.length > 0 ? '' : isLoading ? 'Looking…' : nothing)}
        </p>
      </div>
      {candidate && <Preview key={candidate.id} item={candidate} />}
    </Dialog>
  );
}
