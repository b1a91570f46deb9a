import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { Kbd } from '../components/kbd.tsx';
import { Text } from '../components/text.tsx';
import { useInbox } from '../inbox/inbox-context.ts';
import { useBugItem } from '../store/react.ts';
import type { Bug } from '../store/types.ts';
import { ChangedBy } from './changed-by.tsx';
import styles from './header.module.css';
import { useAct } from './use-act.ts';

interface Props {
  id: number;
  bug: Bug | undefined;
  isPage: boolean;
  onClose(): void;
}

/** Bug header: number, navigation, close button and menu. */
export function BugHeader({ id, bug, isPage, onClose }: Props) {
  const { catalogue, listSelection } = useInbox();
  const item = useBugItem(id);
  const act = useAct(id);
  const project = catalogue.projects.find((one) => one.id === (bug ?? item)?.project_id);
  const place = listSelection.window?.indexOf(id) ?? -1;
  const hasNext = place >= 0 && place + 1 < (listSelection.window?.length ?? 0);
  return (
    <header className={styles.header}>
      {isPage && (
        <Button
          kind="quiet"
          className={`${styles.icon} ${styles.back}`}
          aria-label="Back to list"
          onClick={onClose}
        >
          <Icon name="arrow-left" />
        </Button>
      )}
      <span className={styles.id}>#{id}</span>
      {project && (
        <span className={styles.project}>
          <Text>{project.name}</Text>
        </span>
      )}
      <ChangedBy id={id} />
      <span className={styles.right}>
        {place >= 0 && (
          <>
            <Turn
              label="Previous bug"
              keys="["
              disabled={place === 0}
              onClick={(from) => act('turn-back', from)}
            />
            <Turn label="Next bug" keys="]" disabled={!hasNext} onClick={(from) => act('turn-on', from)} />
          </>
        )}
        {bug && (
          <Button
            kind="quiet"
            className={styles.icon}
            aria-label="More"
            aria-haspopup="dialog"
            onClick={(event) => act('more', event.currentTarget)}
          >
            <Icon name="dots" />
          </Button>
        )}
        {!isPage && (
          <>
            <Button
              kind="quiet"
              className={`${styles.icon} ${styles.expand}`}
              aria-label="Open full page"
              onClick={(event) => act('open-page', event.currentTarget)}
            >
              <Icon name="expand" />
            </Button>
            <Button
              kind="quiet"
              className={styles.icon}
              aria-label="Close"
              title="Close (Esc)"
              aria-keyshortcuts="Escape"
              onClick={onClose}
            >
              <Icon name="cross" />
            </Button>
          </>
        )}
      </span>
    </header>
  );
}

interface TurnProps {
  label: string;
  keys: string;
  disabled: boolean;
  onClick(from: Element): void;
}

function Turn({ label, keys, disabled, onClick }: TurnProps) {
  return (
    <Button
      kind="quiet"
      className={styles.key}
      aria-label={label}
      title={label}
      aria-keyshortcuts={keys}
      disabled={disabled}
      onClick={(event) => onClick(event.currentTarget)}
    >
      <span className={styles.touched}>
        <Icon name={keys === '[' ? 'chevron-up' : 'chevron-down'} />
      </span>
      <Kbd keys={keys} />
    </Button>
  );
}
