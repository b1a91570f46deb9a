import { Autocomplete } from '@base-ui/react/autocomplete';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../components/icon.tsx';
import { Kbd } from '../../components/kbd.tsx';
import { keyWords } from '../key-words.ts';
import { overlay } from '../overlay.tsx';
import { countOf, nameOf, type Situation } from '../situation.ts';
import { type Entry, entriesFor } from './entries.tsx';
import styles from './palette.module.css';

/** Everything that can be done and everywhere one can go, by a few letters. */
export function Palette({ now }: { now: Situation }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const [groups] = useState(() => entriesFor(now));
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  const number = /^#?([1-9]\d{0,14})$/.exec(typed.trim())?.[1];
  const items = number ? [...groups, bugGroup(Number(number), now), searchGroup(typed, now)] : groups;
  const withSearch = !number && typed.trim() ? [...items, searchGroup(typed, now)] : items;
  const run = (entry: Entry) => {
    overlay.close();
    entry.run();
  };

  return (
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label="Find an action"
      onCancel={(event) => {
        event.preventDefault();
        overlay.close();
      }}
      onKeyDown={(event) => {
        // Keys are for the palette alone, except for the one that closes it again.
        if (!(event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey))) event.stopPropagation();
        if (event.key !== 'Escape') return;
        event.preventDefault();
        overlay.close();
      }}
      onPointerDown={(event) => event.target === dialog.current && overlay.close()}
    >
      <Autocomplete.Root
        inline
        open
        autoHighlight="always"
        keepHighlight
        items={withSearch}
        value={typed}
        onValueChange={setTyped}
        itemToStringValue={(entry: Entry) => `${entry.title} ${entry.words ?? ''}`}
        filter={(entry: Entry, query) =>
          entry.isAlways || matches(`${entry.title} ${entry.words ?? ''}`, query)
        }
      >
        <div className={styles.head}>
          {now.target && <span className={styles.what}>{countOf(now.target) > 0 && nameOf(now.target)}</span>}
          <Autocomplete.Input
            className={styles.field}
            placeholder="Do or find something"
            aria-label="Find an action"
            autoFocus
          />
        </div>
        <Autocomplete.List className={styles.list}>
          {(group: { value: string; items: Entry[] }) => (
            <Autocomplete.Group key={group.value} items={group.items}>
              <Autocomplete.GroupLabel className={styles.group}>{group.value}</Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(entry: Entry) => (
                  <Autocomplete.Item
                    key={entry.id}
                    value={entry}
                    className={styles.entry}
                    onClick={() => run(entry)}
                  >
                    <span className={styles.icon}>
                      {entry.mark ?? (entry.icon && <Icon name={entry.icon} />)}
                    </span>
                    <span className={styles.title}>{entry.title}</span>
                    {entry.keys && <Kbd keys={keyWords(entry.keys)} />}
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
        <Autocomplete.Empty className={styles.empty}>Nothing matches</Autocomplete.Empty>
      </Autocomplete.Root>
    </dialog>
  );
}

const bugGroup = (id: number, { go }: Situation) => ({
  value: 'Bug',
  items: [
    { id: 'bug', title: `Open #${id}`, icon: 'arrow-right' as const, isAlways: true, run: () => go.full(id) },
  ],
});

const searchGroup = (typed: string, { go, triage }: Situation) => ({
  value: 'Search',
  items: [
    {
      id: 'search-for',
      title: `Search for “${typed.trim()}”`,
      icon: 'search' as const,
      isAlways: true,
      run: () =>
        go.inbox({ ...(triage.filter.team_id && { team_id: triage.filter.team_id }), search: typed.trim() }),
    },
  ],
});

/** Whether every typed word begins a word. */
function matches(text: string, typed: string): boolean {
  const words = text.toLowerCase().split(/[\s:“”"]+/);
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)));
}
