import { useId } from 'react';
import styles from './bar.module.css';

interface Props {
  label: string;
  value: number;
  /** Value of a full bar. */
  most: number;
  /** The value as text; the bar is decorative. */
  words: string;
  kind: 'good' | 'waiting' | 'bad';
}

/** A labelled meter. */
export function Bar({ label, value, most, words, kind }: Props) {
  const id = useId();
  return (
    <div className={styles.bar}>
      <span className={styles.top}>
        <span id={id}>{label}</span>
        <span>{words}</span>
      </span>
      <meter
        className={`${styles.meter} ${styles[kind]}`}
        min={0}
        max={Math.max(most, 1)}
        value={value}
        aria-labelledby={id}
      >
        {words}
      </meter>
    </div>
  );
}
