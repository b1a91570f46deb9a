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
  /** Name of the project or team (untrusted text), or a fixed title. */
  title: string;
  /** Icon before the title. */
  mark?: ReactNode;
  /** Tabs of related pages. */
  tabs?: TabList | undefined;
  /** Content at the end of the header. */
  end?: ReactNode;
  /** Name of the owning team, if any. */
  team?: string | undefined;
  children: ReactNode;
}

/** Layout of every settings page: header, tabs and sections. */
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <div className={styles.body} tabIndex={0}>
        <div className={styles.column}>{children}</div>
      </div>
      <LeaveGuard />
    </Main>
  );
}
