import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { contentIsThere } from '../../calm.ts';
import { Text } from '../../components/text.tsx';
import { useTitle } from '../../components/use-title.ts';
import { DrawerButton } from '../../inbox/frame/drawer.tsx';
import { Main } from '../../inbox/frame/main.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import styles from './page.module.css';
import { type TabList, Tabs } from './tabs.tsx';

interface Props {
  /** What it is about: a project, a team, oneself. Others may have named it. */
  title: string;
  /** Its sign, before the title. */
  mark?: ReactNode;
  /** The pages about the same thing. */
  tabs?: TabList | undefined;
  /** Stands at the end of the bar. */
  end?: ReactNode;
  /** The team that it belongs to, if any. */
  team?: string | undefined;
  children: ReactNode;
}

/** The frame of every page of settings: what it is about, the pages beside it, and sections below each other. */
export function Page({ title, mark, tabs, end, team, children }: Props) {
  useEffect(contentIsThere, []);
  const { pathname } = useLocation();
  const tab = tabs?.items.find(({ to }) => to === pathname)?.name;
  useTitle([tab, title !== team && title].filter(Boolean).join(' · '), team);
  return (
    <Main className={styles.page}>
      <header className={styles.bar}>
        <DrawerButton />
        {mark}
        <h1 className={styles.title}>
          <Text>{title}</Text>
        </h1>
        {end}
      </header>
      {tabs && <Tabs {...tabs} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled must be reached with the keyboard */}
      <div className={styles.body} tabIndex={0}>
        <div className={styles.column}>{children}</div>
      </div>
      <LeaveGuard />
    </Main>
  );
}
