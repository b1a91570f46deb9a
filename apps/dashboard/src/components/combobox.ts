import { type ChangeEvent, type KeyboardEvent, type MouseEvent, useId, useState } from 'react';

/** How many options are passed by Page Up and Page Down. */
const page = 10;

interface Given {
  /** What the field asks for. */
  label: string;
  typed: string;
  type(text: string): void;
  /** What tells the options apart, in their order. */
  keys: readonly string[];
  choose(at: number): void;
}

export type Combobox = ReturnType<typeof useCombobox>;

/**
 * A field and a list of options, one of which is active. The focus stays in the field, whose keys walk through the list and choose;
 * what is active is told by `aria-activedescendant`. It is known by its key, so that it stays the same when others come or go.
 */
export function useCombobox({ label, typed, type, keys, choose }: Given) {
  const id = useId();
  // What keys have led to is brought into sight. What is pointed at is there, and must not move away.
  const [active, setActive] = useState<{ key: string | undefined; isByKey: boolean }>();
  const at = Math.max(0, keys.indexOf(active?.key ?? ''));
  const walkTo = (next: number) => setActive({ key: keys[next], isByKey: true });

  const onKeyDown = (event: KeyboardEvent) => {
    // Safari composes to the end before it tells of the key that ended it, which has this code then.
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
    /** Another one whenever a key may have led out of sight. */
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
      // A press in the list leaves the focus in the field.
      onMouseDown: (event: MouseEvent) => event.preventDefault(),
    },
    option: (nth: number) => ({
      id: `${id}-${nth}`,
      'aria-selected': nth === at,
    }),
  } as const;
}
