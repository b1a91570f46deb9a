import { type ChangeEvent, type KeyboardEvent, type MouseEvent, useId, useState } from 'react';

/** Step of Page Up and Page Down. */
const page = 10;

interface Given {
  /** Accessible label of the field. */
  label: string;
  typed: string;
  type(text: string): void;
  /** Unique keys of the options, in order. */
  keys: readonly string[];
  choose(at: number): void;
}

export type Combobox = ReturnType<typeof useCombobox>;

/**
 * An ARIA combobox. The focus stays in the field, and `aria-activedescendant` points at the active option.
 * The active option is tracked by key, so that it stays active when the list changes.
 */
export function useCombobox({ label, typed, type, keys, choose }: Given) {
  const id = useId();
  // Scrolls to the active option after keyboard moves only: an option under the pointer must not move.
  const [active, setActive] = useState<{ key: string | undefined; isByKey: boolean }>();
  const at = Math.max(0, keys.indexOf(active?.key ?? ''));
  const walkTo = (next: number) => setActive({ key: keys[next], isByKey: true });

  const onKeyDown = (event: KeyboardEvent) => {
    // Safari ends the composition before it reports the key, which then has this code.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { length } = keys;
    const isInText = typed !== '' || event.shiftKey;
    if (event.key === 'ArrowDown') walkTo((at + 1) % length);
    else if (event.key === 'ArrowUp') walkTo((at - 1 + length) % length);
    else if (event.key === 'PageDown') walkTo(Math.min(at + page, length - 1));
    else if (event.key === 'PageUp') walkTo(Math.max(at - page, 0));
    else if (event.key === 'Home' && !isInText) walkTo(0);
    else if (event.key === 'End' && !isInText) walkTo(length - 1);
    else if (event.key !== 'Enter') return;
    else if (length > 0) choose(at);
    event.preventDefault();
  };

  return {
    at,
    count: keys.length,
    /** Changes whenever a key may have moved the active option out of view. */
    walked: active?.isByKey ? active : undefined,
    point: (to: number) => to !== at && setActive({ key: keys[to], isByKey: false }),
    choose,
    field: {
      role: 'combobox',
      'aria-expanded': true,
      'aria-autocomplete': 'list',
      'aria-controls': id,
      'aria-activedescendant': keys.length > 0 ? `${id}-${at}` : undefined,
      'aria-label': label,
      autoComplete: 'off',
      spellCheck: false,
      value: typed,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
        type(target.value);
        setActive({ key: undefined, isByKey: true });
      },
      onKeyDown,
    },
    list: {
      id,
      'aria-label': label,
      // Clicks in the list keep the focus in the field.
      onMouseDown: (event: MouseEvent) => event.preventDefault(),
    },
    option: (nth: number) => ({
      id: `${id}-${nth}`,
      'aria-selected': nth === at,
    }),
  } as const;
}
