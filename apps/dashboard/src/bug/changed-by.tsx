import { Text } from '../components/text.tsx';
import { useLastChange } from '../store/react.ts';
import styles from './changed-by.module.css';
import { Mcp } from './timeline/mcp.tsx';

/** Briefly shows the name of another user who has just changed the open bug. */
export function ChangedBy({ id }: { id: number }) {
  const last = useLastChange(id);
  if (!last || last.isOwn || !last.actor) return null;
  return (
    <span key={last.seenAt} className={styles.changed}>
      <Text>{last.actor.name}</Text> {last.via === 'mcp' && <Mcp />}
    </span>
  );
}
