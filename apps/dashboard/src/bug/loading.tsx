import { Skeleton } from '../components/skeleton.tsx';
import styles from './loading.module.css';

/** Skeleton of the bug panel. */
export const BugLoading = () => (
  <div className={styles.loading} aria-busy="true" aria-label="Loading bug" role="status">
    <Skeleton width="85%" height="20px" />
    <Skeleton width="60%" height="26px" />
    <Skeleton height="60px" />
    <Skeleton height="160px" />
    <Skeleton width="70%" />
    <Skeleton width="50%" />
  </div>
);
