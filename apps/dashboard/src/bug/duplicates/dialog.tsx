import { useState } from 'react';
import { overlay } from '../../actions/overlay.tsx';
import { Button } from '../../components/button.tsx';
import { useCombobox } from '../../components/combobox.ts';
import { Dialog } from '../../components/dialog.tsx';
import { StatusIcon } from '../../components/status-icon.tsx';
import { Text } from '../../components/text.tsx';
import { useInbox } from '../../inbox/inbox-context.ts';
import { useBugItem } from '../../store/react.ts';
import { useCandidates } from './candidates.ts';
import styles from './dialog.module.css';
import { Preview } from './preview.tsx';

const close = () => overlay.close();

/** Picks the original bug, with a preview. */
export function DuplicateDialog({ bugId }: { bugId: number }) {
  const { store, catalogue } = useInbox();
  const bug = useBugItem(bugId);
  const [typed, setTyped] = useState('');
  const team = catalogue.projects.find(({ id }) => id === bug?.project_id)?.team_id;
  const { title, items, isLoading, problem } = useCandidates(bugId, team, typed);
  const combobox = useCombobox({
    label: 'Number or title of the original bug',
    typed,
    type: setTyped,
    keys: items.map(({ id }) => String(id)),
    choose: () => confirm(),
  });
  const candidate = items[combobox.at];

  const confirm = () => {
    if (!candidate || isLoading) return;
    close();
    store.change({ ids: [bugId] }, { duplicate_of_id: candidate.id });
  };
  const nothing = typed.trim() ? 'No matching bugs.' : 'No similar bugs. Search by number or title.';

  return (
    <Dialog
      title={`Mark #${bugId} as duplicate`}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button kind="primary" disabled={!candidate || isLoading} onClick={confirm}>
            {candidate ? `Mark as duplicate of #${candidate.id}` : 'Mark as duplicate'}
          </Button>
        </>
      }
    >
      <input
        className={styles.search}
        type="search"
        placeholder="Number or title"
        autoFocus
        {...combobox.field}
      />
      <div className={styles.found} aria-busy={isLoading}>
        <p className={styles.heading}>{title}</p>
        <div role="listbox" {...combobox.list} aria-label={title} className={styles.list}>
          {items.map((item, at) => (
            // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the field, which has aria-activedescendant
            // biome-ignore lint/a11y/useKeyWithClickEvents: focus stays in the field, which handles the keys
            <div
              key={item.id}
              role="option"
              {...combobox.option(at)}
              className={styles.option}
              onClick={() => combobox.point(at)}
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
          {problem ?? (items.length > 0 ? '' : isLoading ? 'Searching…' : nothing)}
        </p>
      </div>
      {candidate && <Preview key={candidate.id} item={candidate} />}
    </Dialog>
  );
}
