import { useEffect, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { visibleText } from '../../components/visible-text.ts';
import { useLiveState, useStore } from '../../store/react.ts';
import type { Attachment } from '../../store/types.ts';
import { Lightbox } from './lightbox.tsx';
import styles from './screenshot.module.css';

interface Props {
  bugId: number;
  attachment: Attachment;
}

/** Screenshot thumbnail that opens the viewer. */
export function Screenshot({ bugId, attachment }: Props) {
  const store = useStore();
  // The signed URL changes every 15 minutes. A loaded image keeps its URL until it fails.
  const [address, setAddress] = useState(attachment.url);
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  const retry = () => {
    store.openDetail(bugId);
    setAddress(attachment.url);
    setState('loading');
  };
  const live = useLiveState();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry is due only when the connection state changes
  useEffect(() => {
    if (live === 'live' && state === 'failed') retry();
  }, [live]);
  const alt = `Screenshot “${visibleText(attachment.filename)}”`;

  if (state === 'failed')
    return (
      <div className={styles.failed} role="alert">
        <p>Could not load the screenshot.</p>
        <Button onClick={retry}>Retry</Button>
      </div>
    );
  return (
    <Lightbox address={address} alt={alt} className={styles.screenshot} aria-busy={state === 'loading'}>
      <img
        src={address}
        alt={alt}
        className={styles.image}
        decoding="async"
        draggable="false"
        onLoad={() => setState('shown')}
        onError={() => (address === attachment.url ? setState('failed') : setAddress(attachment.url))}
      />
      <span className={styles.sign}>
        <Icon name="expand" />
      </span>
    </Lightbox>
  );
}
