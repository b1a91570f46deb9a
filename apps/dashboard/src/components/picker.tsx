import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useCombobox } from './combobox.ts';
import { Kbd } from './kbd.tsx';
import { Options } from './options.tsx';
import styles from './picker.module.css';
import type { Anchor } from './place.ts';
import { usePopover } from './popover.ts';
import { Text } from './text.tsx';

export interface Choice {
  value: string;
  label: string;
  icon?: ReactNode;
  /** Secondary text after the label. */
  hint?: string;
  /** Shortcut of the choice. */
  keys?: string;
  /** Whether the choice applies to all, some or none of the targets. Absent where it does not apply. */
  holds?: 'all' | 'some' | 'none';
}

interface Props {
  /** Label of the menu and its field: "Status of 3 bugs". */
  label: string;
  choices: Choice[];
  pick(value: string): void;
  close(): void;
  anchor: Anchor | null;
  /** Keeps the menu open for multiple choices. */
  several?: boolean;
  /** Choice created from typed text that matches no other choice. */
  other?: (typed: string) => Choice | null;
  /** Digits are input, not shortcuts. */
  isText?: boolean;
  /** Replaces "No results". */
  none?: ReactNode;
}

/** A menu with type-to-filter. Digits select a choice while the field is empty. */
export function Picker({ label, choices, pick, close, anchor, several, other, isText, none }: Props) {
  const [typed, setTyped] = useState('');
  const popover = usePopover(close, anchor);
  const text = typed.trim();
  const matching = choices.filter(({ label }) => matches(label, text));
  const another = text && !matching.some((one) => one.label === text) ? other?.(text) : null;
  const shown = another ? [...matching, another] : matching;
  const hasDigits = !isText && typed === '';

  const choose = (at: number) => {
    const choice = shown[at];
    if (!choice) return;
    if (!several) close();
    setTyped('');
    pick(choice.value);
  };
  const keys = shown.map(({ value }) => value);
  const combobox = useCombobox({ label, typed, type: setTyped, keys, choose });
  const onKeyDown = (event: KeyboardEvent) => {
    if (hasDigits && /^[1-9]$/.test(event.key) && shown[Number(event.key) - 1]) {
      event.preventDefault();
      choose(Number(event.key) - 1);
    } else combobox.field.onKeyDown(event);
  };

  return (
    <div {...popover} className={styles.picker} role="dialog" aria-label={label}>
      <input className={styles.field} placeholder={label} {...combobox.field} onKeyDown={onKeyDown} />
      <Options
        combobox={combobox}
        groups={[{ items: shown }]}
        className={styles.choices}
        several={several}
        keyOf={({ value }) => value}
        isSelected={({ holds }) => holds && holds === 'all'}
      >
        {({ holds, icon, label, hint, keys }, at) => (
          <>
            {holds && <Mark holds={holds} several={several ?? false} />}
            {icon}
            <span className={styles.label} title={hint ? `${label} · ${hint}` : label}>
              <Text>{label}</Text>
            </span>
            {hint && (
              <span className={styles.hint}>
                <Text>{hint}</Text>
              </span>
            )}
            {keys ? <Kbd keys={keys} /> : hasDigits && at < 9 && <Kbd keys={String(at + 1)} />}
          </>
        )}
      </Options>
      {shown.length === 0 && <p className={styles.none}>{none ?? 'No results'}</p>}
    </div>
  );
}

function Mark({ holds, several }: { holds: 'all' | 'some' | 'none'; several: boolean }) {
  return <span className={several ? styles.box : styles.tick} data-holds={holds} aria-hidden="true" />;
}

/** Whether the label contains every typed word. */
function matches(label: string, typed: string): boolean {
  const text = label.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
