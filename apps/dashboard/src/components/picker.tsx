import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useLayer } from '../actions/layers.ts';
import { Kbd } from './kbd.tsx';
import styles from './picker.module.css';
import { placeBeside } from './place.ts';
import { Text } from './text.tsx';

export interface Choice {
  value: string;
  label: string;
  icon?: ReactNode;
  /** Said after the label, in a quieter voice. */
  hint?: string;
  /** Whether it already holds: for all, for some, or for none of what is changed. Absent where nothing can hold yet. */
  holds?: 'all' | 'some' | 'none';
}

interface Props {
  /** What is chosen, which is also what the field asks for: "Status of 3 bugs". */
  label: string;
  choices: Choice[];
  pick(value: string): void;
  close(): void;
  anchor: Element | null;
  /** Stays open, so that several can be chosen. */
  several?: boolean;
  /** What a typed text that is no choice would be. */
  other?: (typed: string) => Choice | null;
  /** Digits are text here, and choose nothing. */
  isText?: boolean;
  /** Instead of "Nothing matches". */
  none?: ReactNode;
}

/** A menu that filters as one types. Digits choose as long as nothing is typed. */
export function Picker({ label, choices, pick, close, anchor, several, other, isText, none }: Props) {
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const name = useId();
  const text = typed.trim();
  const matching = choices.filter(({ label }) => matches(label, text));
  const another = text && !matching.some((one) => one.label === text) ? other?.(text) : null;
  const shown = another ? [...matching, another] : matching;
  const current = Math.min(active, shown.length - 1);

  useLayer(true, close);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    element.showPopover();
    placeBeside(element, anchor);
    element.querySelector('input')?.focus({ preventScroll: true });
  }, [anchor]);
  useEffect(() => {
    const onPointer = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) close();
    };
    document.addEventListener('pointerdown', onPointer, true);
    return () => document.removeEventListener('pointerdown', onPointer, true);
  }, [close]);
  useEffect(() => {
    box.current?.querySelector(`[data-at="${current}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  const choose = (choice: Choice | undefined) => {
    if (!choice) return;
    if (!several) close();
    setTyped('');
    pick(choice.value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move) {
      event.preventDefault();
      setActive((current + move + shown.length) % Math.max(shown.length, 1));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      choose(shown[current]);
    } else if (event.key === 'Tab') {
      event.preventDefault();
      close();
    } else if (!isText && typed === '' && /^[1-9]$/.test(event.key) && shown[Number(event.key) - 1]) {
      event.preventDefault();
      choose(shown[Number(event.key) - 1]);
    }
  };

  return (
    <div ref={box} popover="manual" className={styles.picker} role="dialog" aria-label={label}>
      <input
        className={styles.field}
        role="combobox"
        aria-expanded="true"
        aria-controls={name}
        aria-activedescendant={shown.length > 0 ? `${name}-${current}` : undefined}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div
        className={styles.choices}
        role="listbox"
        id={name}
        aria-label={label}
        aria-multiselectable={several}
      >
        {shown.map((choice, at) => (
          <div
            key={choice.value}
            id={`${name}-${at}`}
            data-at={at}
            role="option"
            aria-selected={choice.holds ? choice.holds === 'all' : at === current}
            className={at === current ? styles.active : styles.choice}
            onPointerMove={() => setActive(at)}
            onClick={() => choose(choice)}
          >
            {choice.holds && <Mark holds={choice.holds} several={several ?? false} />}
            {choice.icon}
            <span className={styles.label}>
              <Text>{choice.label}</Text>
            </span>
            {choice.hint && (
              <span className={styles.hint}>
                <Text>{choice.hint}</Text>
              </span>
            )}
            {!isText && typed === '' && at < 9 && <Kbd keys={String(at + 1)} />}
          </div>
        ))}
      </div>
      {shown.length === 0 && <p className={styles.none}>{none ?? 'Nothing matches'}</p>}
    </div>
  );
}

function Mark({ holds, several }: { holds: 'all' | 'some' | 'none'; several: boolean }) {
  return <span className={several ? styles.box : styles.tick} data-holds={holds} aria-hidden="true" />;
}

/** Whether every typed word occurs. */
function matches(label: string, typed: string): boolean {
  const text = label.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
