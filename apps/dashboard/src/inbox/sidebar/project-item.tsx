import { Hex } from '../../components/hex.tsx';
import { Icon } from '../../components/icon.tsx';
import { Link } from '../../components/link.tsx';
import { Text } from '../../components/text.tsx';
import { visibleText } from '../../components/visible-text.ts';
import type { BugFilter, Count } from '../../store/types.ts';
import { NavItem } from './nav-item.tsx';
import styles from './view-item.module.css';

interface Props {
  id: number;
  name: string;
  filter: BugFilter;
  count: Count | undefined;
}

/** A project with a settings link on hover or focus. */
export const ProjectItem = ({ id, name, filter, count }: Props) => (
  <div className={styles.view}>
    <NavItem filter={filter} count={count} icon={<Hex id={id} />}>
      <Text>{name}</Text>
    </NavItem>
    <Link
      to={`/projects/${id}/settings`}
      className={styles.menu}
      aria-label={`${visibleText(name)} settings`}
      title="Settings"
    >
      <Icon name="settings" />
    </Link>
  </div>
);
