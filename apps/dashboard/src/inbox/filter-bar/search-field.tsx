import { useEffect, useMemo, useRef, useState } from 'react';
import type { Action } from '../../actions/action.ts';
import { useActions } from '../../actions/registry.ts';
import { Icon } from '../../components/icon.tsx';
import { Kbd } from '../../components/kbd.tsx';
import { useInbox } from '../inbox-context.ts';
import styles from './search-field.module.css';

const rest = 120;

/** Debounced search field. Escape clears it, and leaves it when empty. */
export function SearchField({ value, set }: { value: string; set(text: string | undefined): void }) {
  const { elements } = useInbox();
  const [typed, setTyped] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(value);
  useActions(
    useMemo((): Action[] => {
      const run = () => field.current?.select();
      return [{ id: 'search', title: 'Search', group: 'Go to', icon: 'search', keys: ['/'], run }];
    }, []),
  );

  // The search was changed elsewhere, such as by a view, a cleared filter or browser history.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    clearTimeout(timer.current);
    setTyped(value);
  }, [value]);

  const send = (text: string) => {
    sent.current = text.trim();
    set(sent.current || undefined);
  };
  return (
    <label className={styles.search}>
      <Icon name="search" />
      <input
        ref={field}
        type="search"
        aria-label="Search titles, descriptions, stack traces, reporters and URLs"
        placeholder="Search"
        maxLength={500}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => send(target.value), rest);
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter' || event.key === 'ArrowDown') {
            event.preventDefault();
            clearTimeout(timer.current);
            send(typed);
            field.current?.blur();
            elements.get('row')?.focus();
          }
          if (event.key !== 'Escape') return;
          event.preventDefault();
          event.stopPropagation();
          clearTimeout(timer.current);
          if (typed === '') field.current?.blur();
          setTyped('');
          if (sent.current) send('');
        }}
      />
      <Kbd keys="/" />
    </label>
  );
}
