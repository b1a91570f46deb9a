import styles from './mark.module.css';

/** Logo and name. */
export const Mark = () => (
  <span className={styles.mark}>
    <svg viewBox="0 0 20 22" aria-hidden="true">
      <path d="M10 0 20 5.5v11L10 22 0 16.5v-11Z" />
    </svg>
    Skep
  </span>
);
