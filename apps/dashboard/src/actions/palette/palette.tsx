import { useRef, useState } from 'react';
import { useCombobox } from '../../components/combobox.ts';
import { Icon } from '../../components/icon.tsx';
import { Kbd } from '../../components/kbd.tsx';
import { Options } from '../../components/options.tsx';
import { usePopover } from '../../components/popover.ts';
import { type ActionContext, countOf, nameOf } from '../action-context.ts';
import { keyWords } from '../key-words.ts';
import { overlay } from '../overlay.tsx';
import { entriesFor, entriesMatching } from './entries.tsx';
import { useFoundBugs } from './found-bugs.ts';
import styles from './palette.module.css';

const label = 'Command palette';

/** Command palette: actions and navigation. */
export function Palette({ now }: { now: ActionContext }) {
  const [typed, setTyped] = useState('');
  const [groups] = useState(() => entriesFor(now));
  const popover = usePopover(overlay.close);
  const isPressedBeside = useRef(false);

  const found = useFoundBugs(typed, now.catalogue.team.id);
  const shown = entriesMatching(typed, groups, found, now);
  const entries = shown.flatMap(({ items }) => items);
  const combobox = useCombobox({
    label,
    typed,
    type: setTyped,
    keys: entries.map(({ id }) => id),
    choose(at) {
      overlay.close();
      entries[at]?.run();
    },
  });

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape already closes the palette
    <div
      {...popover}
      className={styles.ground}
      role="dialog"
      aria-modal="true"
      aria-label={label}
      // The palette closes on click, because closing on pointerdown would send the click to the page below. A click
      // that starts inside, such as a text selection, does not close it.
      onPointerDown={({ target, currentTarget }) => {
        isPressedBeside.current = target === currentTarget;
      }}
      onClick={({ target, currentTarget }) => {
        if (isPressedBeside.current && target === currentTarget) overlay.close();
      }}
    >
      <div className={styles.palette}>
        <div className={styles.head}>
          {now.target && countOf(now.target) > 0 && <span className={styles.what}>{nameOf(now.target)}</span>}
          <input className={styles.field} placeholder="Search or run a command" {...combobox.field} />
        </div>
        <Options combobox={combobox} groups={shown} className={styles.list} keyOf={({ id }) => id}>
          {({ icon, mark, title, keys }) => (
            <>
              <span className={styles.icon}>{mark ?? (icon && <Icon name={icon} />)}</span>
              <span className={styles.title}>{title}</span>
              {keys && <Kbd keys={keyWords(keys)} />}
            </>
          )}
        </Options>
      </div>
    </div>
  );
}
