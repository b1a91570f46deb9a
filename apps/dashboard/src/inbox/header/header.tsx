import { Icon } from '../../components/icon.tsx';
import { Text } from '../../components/text.tsx';
import { useTitle } from '../../components/use-title.ts';
import type { ListWindow } from '../../store/list.ts';
import { useBugItem } from '../../store/react.ts';
import type { BugFilter } from '../../store/types.ts';
import { countWords } from '../filter/count-words.ts';
import { SearchField } from '../filter-bar/search-field.tsx';
import { DrawerButton } from '../frame/drawer.tsx';
import { useInbox } from '../inbox-context.ts';
import { showNew } from '../list/show-new.ts';
import styles from './header.module.css';
import { titleOf } from './title.ts';

/** Title, count, new reports and search. */
export function Header({ list, filter }: { list: ListWindow; filter: BugFilter }) {
  const { catalogue, listSelection, elements, go, openBug } = useInbox();
  const isKnown = list.status === 'ready';
  const title = titleOf(filter, catalogue);
  const openTitle = useBugItem(openBug ?? 0)?.title;
  const count = countWords({ total: list.total, total_capped: list.capped });
  const where = isKnown && list.total > 0 ? `${title} (${count})` : title;
  useTitle(openBug === null ? where : `#${openBug} ${openTitle ?? ''}`.trim(), catalogue.team.name);
  return (
    <header className={styles.header}>
      <DrawerButton />
      <h1 className={styles.title}>
        <Text>{title}</Text>
      </h1>
      <span className={styles.count}>
        {isKnown && count}
        {isKnown && <span className="visually-hidden">{list.total === 1 ? ' bug' : ' bugs'}</span>}
      </span>
      <span role="status">
        {list.newCount > 0 && (
          <button
            type="button"
            className={styles.new}
            onClick={() => showNew(listSelection.window ?? list, elements)}
          >
            {list.newCount.toLocaleString('en')} new
            <Icon name="arrow-up" />
          </button>
        )}
      </span>
      <SearchField value={filter.search ?? ''} set={(search) => go.filter({ search })} />
    </header>
  );
}
