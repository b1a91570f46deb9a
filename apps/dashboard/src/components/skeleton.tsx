import styles from './skeleton.module.css';

interface Props {
  /** CSS width. */
  width?: string;
  height?: string;
}

/** Loading placeholder. Appears after 200 ms, so that fast loads do not flicker. */
export const Skeleton = ({ width = '100%', height = '12px' }: Props) => (
  <span className={styles.skeleton} style={{ width, height }} aria-hidden="true" />
);
