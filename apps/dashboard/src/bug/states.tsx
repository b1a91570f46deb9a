import { Button } from '../components/button.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import type { Problem } from '../store/types.ts';
import styles from './states.module.css';

export const BugLoading = () => (
  <div className={styles.loading} aria-busy="true" aria-label="Loading the bug" role="status">
    <Skeleton width="85%" height="20px" />
    <Skeleton width="60%" height="26px" />
    <Skeleton height="60px" />
    <Skeleton height="160px" />
    <Skeleton width="70%" />
    <Skeleton width="50%" />
  </div>
);

/** The service cannot tell "deleted" from "of a team of others", and must not. */
export const BugMissing = ({ id, onClose }: { id: number; onClose(): void }) => (
  <div className={styles.message}>
    <h2>There is no bug #{id} here</h2>
    <p>It has been deleted, or it belongs to a team that you are not in, or no longer.</p>
    <Button onClick={onClose}>Go to the inbox</Button>
  </div>
);

export const BugTrouble = ({ problem, onRetry }: { problem: Problem; onRetry(): void }) => (
  <div className={styles.message} role="alert">
    <h2>The bug could not be loaded</h2>
    <p>{problem.status === 0 ? 'The service cannot be reached. Are you online?' : problem.detail}</p>
    <Button kind="primary" onClick={onRetry}>
      Try again
    </Button>
  </div>
);
