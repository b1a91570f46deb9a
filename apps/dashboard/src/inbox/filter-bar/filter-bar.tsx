import { useMemo, useRef } from 'react';
import type { Action } from '../../actions/action.ts';
import { menus } from '../../actions/chunk.ts';
import { useActions } from '../../actions/registry.ts';
import { Icon } from '../../components/icon.tsx';
import { Text } from '../../components/text.tsx';
import type { ListWindow } from '../../store/list.ts';
import type { BugFilter } from '../../store/types.ts';
import { ExportButton } from '../export/export-button.tsx';
import { facetNames, facets, groupNames, isOn, sortNames, wordsFor } from '../filter/words.ts';
import { useInbox } from '../inbox-context.ts';
import { SaveView } from '../views/save-view.tsx';
import styles from './filter-bar.module.css';

/** Active filters as chips, the filter menu, and actions on the filtered list. */
export function FilterBar({ filter, list }: { filter: BugFilter; list: ListWindow }) {
  const { catalogue, go } = useInbox();
  const on = facets.filter((facet) => isOn(facet, filter));
  const filterButton = useRef<HTMLButtonElement>(null);
  useActions(
    useMemo((): Action[] => {
      const run = () => filterButton.current?.click();
      return [{ id: 'filter', title: 'Filter…', group: 'Go to', icon: 'filter', keys: ['f'], run }];
    }, []),
  );
  return (
    <div className={styles.bar}>
      <ul className={styles.chips} aria-label="Filters">
        {on.map((facet) => (
          <li key={facet} className={styles.chip}>
            <button
              type="button"
              className={styles.value}
              onClick={({ currentTarget }) =>
                menus.open(({ FacetMenu }) => (
                  <FacetMenu
                    facet={facet}
                    list={list}
                    anchor={currentTarget}
                    fallback={filterButton.current}
                  />
                ))
              }
            >
              <span>{facetNames[facet]}</span>
              <span className={styles.words}>
                <Text>{wordsFor(facet, filter, catalogue)}</Text>
              </span>
            </button>
            <button
              type="button"
              className={styles.remove}
              aria-label={`Remove filter ${facetNames[facet]}`}
              onClick={() => go.filter({ [facet]: undefined })}
            >
              <Icon name="cross" />
            </button>
          </li>
        ))}
        <li>
          <button
            type="button"
            ref={filterButton}
            className={styles.add}
            aria-label="Filter"
            onClick={({ currentTarget }) =>
              menus.open(({ FilterMenu }) => <FilterMenu list={list} anchor={currentTarget} />)
            }
          >
            <Icon name="filter" />
            <span>Filter</span>
          </button>
        </li>
      </ul>
      <Tools filter={filter} />
    </div>
  );
}

/** Sorting, grouping and export. */
function Tools({ filter }: { filter: BugFilter }) {
  const { group } = useInbox();
  const sortButton = useRef<HTMLButtonElement>(null);
  const groupButton = useRef<HTMLButtonElement>(null);
  useActions(
    useMemo((): Action[] => {
      const sort = () => sortButton.current?.click();
      const group = () => groupButton.current?.click();
      return [
        { id: 'sort', title: 'Sort…', group: 'Go to', icon: 'sort', keys: ['o'], run: sort },
        { id: 'group', title: 'Group by…', group: 'Go to', icon: 'group', keys: ['b'], run: group },
      ];
    }, []),
  );
  return (
    <div className={styles.tools}>
      <button
        type="button"
        ref={sortButton}
        className={styles.sort}
        aria-label={`Sort: ${sortNames[filter.sort ?? 'newest']}`}
        aria-haspopup="dialog"
        aria-keyshortcuts="o"
        onClick={({ currentTarget }) => menus.open(({ SortMenu }) => <SortMenu anchor={currentTarget} />)}
      >
        <Icon name="sort" />
        <span>{sortNames[filter.sort ?? 'newest']}</span>
      </button>
      <button
        type="button"
        className={styles.sort}
        ref={groupButton}
        aria-label={`Group by: ${group ? groupNames[group] : 'None'}`}
        aria-haspopup="dialog"
        aria-keyshortcuts="b"
        onClick={({ currentTarget }) => menus.open(({ GroupMenu }) => <GroupMenu anchor={currentTarget} />)}
      >
        <Icon name="group" />
        <span>{group ? groupNames[group] : 'Group'}</span>
      </button>
      <SaveView filter={filter} />
      <ExportButton filter={filter} />
    </div>
  );
}
