import { useId } from 'react';
import styles from './bar.module.css';

interface Props {
  label: string;
  value: number;
  /** What a full bar stands for. */
  most: number;
  /** The value in words, which is what counts: the bar only shows it. */
  words: string;
  kind: 'good' | 'waiting' | 'bad';
}

/** How much of something there is. */
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
