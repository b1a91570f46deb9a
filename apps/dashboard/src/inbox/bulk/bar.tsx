import { useRef } from 'react';
import { allActions } from '../../actions/all.ts';
import { menus } from '../../actions/chunk.ts';
import { Icon } from '../../components/icon.tsx';
import { Kbd } from '../../components/kbd.tsx';
import { useInbox } from '../inbox-context.ts';
import { useListSelection } from '../selection/react.ts';
import styles from './bulk-bar.module.css';
import { useFitting } from './use-fitting.ts';

const offered = [
  ['status', 'Status'],
  ['severity', 'Severity'],
  ['assign', 'Assign'],
  ['label', 'Label'],
  ['resolve', 'Resolve'],
  ['spam', 'Spam'],
  ['delete', 'Delete'],
] as const;

/** Toolbar for the selection: the number of selected bugs and the bulk actions. */
export function Bar() {
  const { listSelection } = useInbox();
  const size = useListSelection(listSelection, ({ selectionSize }) => selectionSize);
  const isWhole = useListSelection(
    listSelection,
    ({ selection: s }) => s.kind === 'all' && s.except.size === 0,
  );
  const matching = useListSelection(listSelection, (now) => now.matching);
  const isTooMany = useListSelection(listSelection, (now) => now.isTooMany);
  const isAll = isWhole && matching === null;
  return (
    <div className={styles.bar} role="toolbar" aria-label="Selected bugs">
      <output className={styles.what} aria-live="polite">
        <strong>
          {isAll ? `All ${size.toLocaleString('en')} matching` : `${size.toLocaleString('en')} selected`}
        </strong>
      </output>
      {matching !== null && (
        <button type="button" className={styles.all} onClick={() => listSelection.selectMatching()}>
          Select all {matching.toLocaleString('en')} matching
        </button>
      )}
      {isTooMany && !isWhole && <span className={styles.tooMany}>Too many matches to select all</span>}
      <Actions />
      <button
        type="button"
        className={styles.clear}
        aria-label="Clear selection"
        onClick={() => listSelection.clear()}
      >
        <Icon name="cross" />
      </button>
    </div>
  );
}

/** Shows as many actions as fit; the others are in a menu. */
function Actions() {
  const { actionContext, elements } = useInbox();
  const row = useRef<HTMLDivElement>(null);
  const fitting = useFitting(row);
  const byId = new Map(allActions().map((action) => [action.id, action]));
  const actions = offered.flatMap(([id, name]) => {
    const action = byId.get(id);
    return action ? [{ ...action, name }] : [];
  });
  return (
    <div className={styles.tools}>
      <div ref={row} className={styles.actions}>
        {actions.map(({ id, name, icon, keys, run }, at) => (
          <button
            key={id}
            type="button"
            ref={at < fitting ? elements.ref(`selection ${id}`) : undefined}
            className={styles.action}
            // Actions that do not fit wrap to a hidden line, so they must not be focusable.
            inert={at >= fitting}
            aria-keyshortcuts={keys?.[0]}
            onClick={(event) => run(actionContext(), event.currentTarget)}
          >
            {icon && <Icon name={icon} />}
            <span>{name}</span>
            {keys?.[0] && <Kbd keys={keys[0]} />}
          </button>
        ))}
      </div>
      {fitting < actions.length && (
        <button
          type="button"
          className={styles.action}
          aria-haspopup="dialog"
          onClick={({ currentTarget }) =>
            menus.open(({ ActionMenu }) => (
              <ActionMenu now={actionContext()} actions={actions.slice(fitting)} anchor={currentTarget} />
            ))
          }
        >
          <Icon name="dots" />
          <span>More</span>
        </button>
      )}
    </div>
  );
}
