import styles from './skeleton.module.css';

interface Props {
  /** How wide it is, as CSS says it. */
  width?: string;
  height?: string;
}

/** Stands where something is about to be. It appears after 200 ms only: what is faster should not flicker. */
export const Skeleton = ({ width = '100%', height = '12px' }: Props) => (
  <span className={styles.skeleton} style={{ width, height }} aria-hidden="true" />
);
