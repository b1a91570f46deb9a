import styles from './label-chip.module.css';
import { LabelDot } from './label-dot.tsx';
import { Text } from './text.tsx';

interface Props {
  label: { name: string; color: string };
}

/** A label. Its own colour is a dot and a faint tint, never text, because nobody knows how well that can be read. */
export function LabelChip({ label: { name, color } }: Props) {
  return (
    <span className={styles.chip} style={{ '--c': color } as React.CSSProperties}>
      <LabelDot color={color} />
      <Text>{name}</Text>
    </span>
  );
}
