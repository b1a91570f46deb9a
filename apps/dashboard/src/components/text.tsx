import styles from './text.module.css';
import { visibleText } from './visible-text.ts';

/**
 * A piece of text that a stranger wrote. It is an island: whatever its direction, nothing around it moves, and what does not fit
 * is clipped or broken.
 */
export const Text = ({ children }: { children: string }) => (
  <bdi className={styles.text}>{visibleText(children)}</bdi>
);
