import { useLiveState } from '../../store/react.ts';
import styles from './live-sign.module.css';

const words = {
  live: ['Live', 'Live updates'],
  'catching-up': ['Catching up', 'Loading recent changes'],
  offline: ['Offline', 'Data may be outdated. Reconnects automatically.'],
} as const;

/** State of the live connection. */
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
