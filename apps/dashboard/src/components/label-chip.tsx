import styles from './label-chip.module.css';
import { Text } from './text.tsx';

interface Props {
  label: { name: string; color: string };
}

/** A label. Its own colour is a dot and never text, because nobody knows how well that can be read. */
export function LabelChip({ label: { name, color } }: Props) {
  return (
    <span className={styles.chip} style={{ '--c': color } as React.CSSProperties}>
      <Text>{name}</Text>
    </span>
  );
}
