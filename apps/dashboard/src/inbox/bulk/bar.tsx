import { allActions } from '../../actions/all.ts';
import { Icon } from '../../components/icon.tsx';
import { Kbd } from '../../components/kbd.tsx';
import { useInbox } from '../inbox-context.ts';
import { useTriage } from '../triage/react.ts';
import styles from './bulk-bar.module.css';

const offered = [
  ['status', 'Status'],
  ['severity', 'Severity'],
  ['assign', 'Assign'],
  ['label', 'Label'],
  ['resolve', 'Resolve'],
  ['spam', 'Spam'],
  ['delete', 'Delete'],
] as const;

/** Says what is selected and does something with it. */
export function Bar() {
  const { triage, situation } = useInbox();
  const size = useTriage(triage, ({ selectionSize }) => selectionSize);
  const isWhole = useTriage(triage, ({ selection: s }) => s.kind === 'all' && s.except.size === 0);
  const matching = useTriage(triage, (now) => now.matching);
  const isTooMany = useTriage(triage, (now) => now.isTooMany);
  const isAll = isWhole && matching === null;
  const actions = new Map(allActions().map((action) => [action.id, action]));
  return (
    <div className={styles.bar} role="toolbar" aria-label="Selected bugs">
      <output className={styles.what} aria-live="polite">
        <strong>
          {isAll ? `All ${size.toLocaleString('en')} matching` : `${size.toLocaleString('en')} selected`}
        </strong>
      </output>
      {matching !== null && (
        <button type="button" className={styles.all} onClick={() => triage.selectMatching()}>
          Select all {matching.toLocaleString('en')} matching
        </button>
      )}
      {isTooMany && !isWhole && <span className={styles.tooMany}>Too many match to select all of them</span>}
      <div className={styles.actions}>
        {offered.map(([id, name]) => {
          const action = actions.get(id);
          return (
            action && (
              <button
                key={id}
                type="button"
                data-action={id}
                aria-keyshortcuts={action.keys?.[0]}
                onClick={(event) => action.run(situation(), event.currentTarget)}
              >
                {action.icon && <Icon name={action.icon} />}
                <span>{name}</span>
                {action.keys?.[0] && <Kbd keys={action.keys[0]} />}
              </button>
            )
          );
        })}
      </div>
      <button
        type="button"
        className={styles.clear}
        aria-label="Clear the selection"
        onClick={() => triage.clear()}
      >
        <Icon name="cross" />
      </button>
    </div>
  );
}
