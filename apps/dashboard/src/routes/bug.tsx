import { useEffect } from 'react';
import { useLayer } from '../actions/layers.ts';
import { BugPanel } from '../bug/panel.tsx';
import { contentIsThere } from '../calm.ts';
import { useTitle } from '../components/use-title.ts';
import { Main } from '../inbox/frame/main.tsx';
import { useInbox } from '../inbox/inbox-context.ts';
import { useBugItem } from '../store/react.ts';
import styles from './bug.module.css';

/** A bug as a full page. Emails link here. */
export function BugPage() {
  const { catalogue, openBug, go } = useInbox();
  const id = openBug ?? 0;
  const title = useBugItem(id)?.title;
  useLayer(true, go.list);
  useEffect(contentIsThere, []);
  useTitle(title === undefined ? `#${id}` : `#${id} ${title}`, catalogue.team.name);
  return (
    <Main className={styles.page}>
      <BugPanel key={id} id={id} isPage onClose={go.list} />
    </Main>
  );
}
