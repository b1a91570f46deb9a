import styles from './label-chip.module.css';
import { LabelDot } from './label-dot.tsx';
import { Text } from './text.tsx';

interface Props {
  label: { name: string; color: string };
}

/** A label. Its color is used for a dot and a tint only, because its contrast as text is unknown. */
export function LabelChip({ label: { name, color } }: Props) {
  return (
    <span className={styles.chip} style={{ '--c': color } as React.CSSProperties}>
      <LabelDot color={color} />
      <Text>{name}</Text>
    </span>
  );
}
