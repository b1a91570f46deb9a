import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { useMedia } from '../../components/use-media.ts';
import styles from './drawer.module.css';

const narrow = '(max-width: 1000px)';
const id = 'places';

/** Holds the sidebar: beside the page where there is room, else as a drawer, which the browser closes at a press outside. */
export function Drawer({ children }: { children: React.ReactNode }) {
  const isNarrow = useMedia(narrow);
  const { href } = useLocation();
  const drawer = useRef<HTMLDivElement>(null);
  // Whoever goes somewhere wants to see it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what has changed, not what is used
  useEffect(() => {
    if (drawer.current?.matches(':popover-open')) drawer.current.hidePopover();
  }, [href]);
  return isNarrow ? (
    <div key="drawer" ref={drawer} id={id} popover="auto" className={styles.drawer}>
      {children}
    </div>
  ) : (
    <div key="side" className={styles.side}>
      {children}
    </div>
  );
}

export function DrawerButton() {
  return useMedia(narrow) ? (
    <Button kind="quiet" className={styles.button} popoverTarget={id} aria-label="Places and settings">
      <Icon name="menu" />
    </Button>
  ) : null;
}
