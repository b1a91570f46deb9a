import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useLayer } from '../../actions/layers.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { useMedia } from '../../components/use-media.ts';
import styles from './drawer.module.css';

const narrow = '(max-width: 1000px)';
const id = 'places';

/** Sidebar container: beside the page on wide screens, else a popover drawer with light dismiss. */
export function Drawer({ children }: { children: React.ReactNode }) {
  return useMedia(narrow) ? (
    <Popover key="drawer">{children}</Popover>
  ) : (
    <div key="side" className={styles.side}>
      {children}
    </div>
  );
}

function Popover({ children }: { children: React.ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const { href } = useLocation();
  const drawer = useRef<HTMLDivElement>(null);
  // Closes after navigation.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs when the URL changes but does not read it
  useEffect(() => {
    drawer.current?.hidePopover();
  }, [href]);
  // The browser also closes it on Escape, but the event would still reach the page.
  useLayer(isOpen, () => drawer.current?.hidePopover());
  return (
    <div
      ref={drawer}
      id={id}
      popover="auto"
      className={styles.drawer}
      onBeforeToggle={(event) => setOpen(event.newState === 'open')}
    >
      {children}
    </div>
  );
}

export function DrawerButton() {
  return useMedia(narrow) ? (
    <Button kind="quiet" className={styles.button} popoverTarget={id} aria-label="Open navigation">
      <Icon name="menu" />
    </Button>
  ) : null;
}
