import styles from './spinner.module.css';

/** Decorative spinner. The parent provides the text for screen readers. */
export const Spinner = () => <span className={styles.spinner} aria-hidden="true" />;
