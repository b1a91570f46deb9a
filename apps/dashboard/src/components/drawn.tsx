import styles from './icon.module.css';

/** Lines on a grid of 16 by 16. */
export const Drawn = ({ path }: { path?: string }) => (
  <svg viewBox="0 0 16 16" className={styles.icon} aria-hidden="true">
    {path && <path d={path} />}
  </svg>
);
