import styles from './label-dot.module.css';

/** Color dot of a label. */
export const LabelDot = ({ color }: { color: string }) => (
  <span className={styles.dot} style={{ '--c': color } as React.CSSProperties} aria-hidden="true" />
);
