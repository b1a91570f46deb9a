import styles from './spinner.module.css';

/** Says that something is under way; whoever shows it says to screen readers what. */
export const Spinner = () => <span className={styles.spinner} aria-hidden="true" />;
