import { Button } from '../components/button.tsx';
import { Icon, type IconName } from '../components/icon.tsx';
import type { Bug } from '../store/types.ts';
import styles from './toolbar.module.css';
import { useAct } from './use-act.ts';

const offered: [actionId: string, title: string, icon: IconName][] = [
  ['resolve', 'Resolve', 'check'],
  ['status', 'Status', 'status'],
  ['assign', 'Assign', 'person'],
  ['label', 'Label', 'label'],
  ['more', 'More', 'dots'],
];

/** Most used actions, at the bottom of the screen on phones. */
export function Toolbar({ bug }: { bug: Bug }) {
  const act = useAct(bug.id);
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="Bug actions">
      {offered.map(([actionId, title, icon]) => (
        <Button
          key={actionId}
          kind="quiet"
          className={styles.button}
          disabled={actionId === 'resolve' && bug.status === 'resolved'}
          onClick={(event) => act(actionId, event.currentTarget)}
        >
          <Icon name={icon} />
          {title}
        </Button>
      ))}
    </div>
  );
}
