import { useLiveState } from '../../store/react.ts';
import styles from './live-sign.module.css';

const words = {
  live: ['Live', 'Live updates'],
  'catching-up': ['Catching up', 'Fetching what has happened meanwhile'],
  offline: ['Offline', 'What is shown may be old; it goes on by itself when the service can be reached'],
} as const;

/** Says the truth about how fresh the page is. */
export function LiveSign() {
  const state = useLiveState();
  const [name, meaning] = words[state];
  return (
    <span className={styles.live} data-state={state} role="status" title={meaning}>
      <i className={styles.light} aria-hidden="true" />
      {name}
    </span>
  );
}
