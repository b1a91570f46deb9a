import styles from './label-dot.module.css';

/** The colour of a label, beside its name. */
export const LabelDot = ({ color }: { color: string }) => (
  <span className={styles.dot} style={{ '--c': color } as React.CSSProperties} aria-hidden="true" />
);
