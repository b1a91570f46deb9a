import { useEffect, useState } from 'react';
import { Icon } from '../components/icon.tsx';
import { copy } from './copy.ts';
import styles from './small-button.module.css';

interface Props {
  /** A function is evaluated on click. */
  text: string | (() => string);
  /** Noun for the button label: "stack trace". */
  what: string;
  children?: string;
}

/** A copy button that shows the result in its label. */
export function CopyButton({ text, what, children = 'Copy' }: Props) {
  const [outcome, setOutcome] = useState<'copied' | 'refused'>();
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(undefined), 1_500);
    return () => clearTimeout(timer);
  }, [outcome]);
  return (
    <button
      type="button"
      className={styles.small}
      aria-label={`${children} ${what}`}
      onClick={async () =>
        setOutcome((await copy(typeof text === 'string' ? text : text())) ? 'copied' : 'refused')
      }
    >
      <Icon name={outcome === 'copied' ? 'check' : 'copy'} />
      <span aria-live="polite">
        {outcome === 'copied' ? 'Copied' : outcome === 'refused' ? 'Could not copy' : children}
      </span>
    </button>
  );
}
