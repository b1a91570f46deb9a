import { menus } from '../../actions/chunk.ts';
import type { SavedView } from '../../catalogue/catalogue.ts';
import { Icon } from '../../components/icon.tsx';
import { Text } from '../../components/text.tsx';
import type { BugFilter, Count } from '../../store/types.ts';
import { placeOfView } from '../filter/place.ts';
import { useInbox } from '../inbox-context.ts';
import { NavItem } from './nav-item.tsx';
import styles from './view-item.module.css';

interface Props {
  view: SavedView;
  filter: BugFilter;
  count: Count | undefined;
}

/** A saved view with a menu on hover or focus. */
export function ViewItem({ view, filter, count }: Props) {
  const { catalogue } = useInbox();
  return (
    <div className={styles.view}>
      <NavItem
        filter={filter}
        place={placeOfView(view, catalogue)}
        count={count}
        icon={<Icon name={view.is_pinned ? 'pin' : 'filter'} />}
      >
        <Text>{view.name}</Text>
      </NavItem>
      <button
        type="button"
        className={styles.menu}
        aria-label={`Edit view ${view.name}`}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) =>
          menus.open(({ ViewMenu }) => <ViewMenu view={view} anchor={currentTarget} />)
        }
      >
        <Icon name="dots" />
      </button>
    </div>
  );
}
