import { useEffect, useState } from 'react';
import { Text } from '../../components/text.tsx';
import { useLastChange } from '../../store/react.ts';
import styles from './cells.module.css';

const shownFor = 6000;

/** Briefly shows who changed a bug. The user's own changes are not shown. */
export function ChangedBy({ id }: { id: number }) {
  const change = useLastChange(id);
  const [past, setPast] = useState(0);
  const isNews = change !== undefined && !change.isOwn && change.kind !== 'created' && change.seenAt > past;
  useEffect(() => {
    if (!isNews) return;
    const timer = setTimeout(() => setPast(change.seenAt), shownFor);
    return () => clearTimeout(timer);
  }, [isNews, change]);
  if (!isNews) return null;
  return (
    <span key={change.seenAt} className={styles.by}>
      <Text>{change.actor?.name ?? 'Reporter'}</Text>
      {change.via === 'mcp' && <span className={styles.mcp}>MCP</span>}
    </span>
  );
}
