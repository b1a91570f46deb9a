import { Button } from '../../components/button.tsx';
import { Message } from '../../components/message.tsx';
import { useCounts } from '../../store/react.ts';
import type { BugFilter } from '../../store/types.ts';
import { countWords } from '../filter/count-words.ts';
import { facetNames, facets, isOn } from '../filter/words.ts';
import { useInbox } from '../inbox-context.ts';
import styles from './no-match.module.css';

/**
 * Offers to clear each filter and shows how many bugs that would bring back. `isUnknown` means that the server does not
 * know an id in the filter.
 */
export function NoMatch({ filter, isUnknown = false }: { filter: BugFilter; isUnknown?: boolean }) {
  const { go } = useInbox();
  const on = [
    ...facets.filter((facet) => isOn(facet, filter)),
    ...(filter.search ? ['search' as const] : []),
  ];
  const counts = useCounts(on.map((name) => without(filter, name)));
  const helping = on
    .map((name, at) => ({ name, count: counts[at] }))
    .filter(({ count }) => count && count.total > 0)
    .sort((a, b) => (b.count?.total ?? 0) - (a.count?.total ?? 0));
  const clearAll = () => go.filter(Object.fromEntries(on.map((name) => [name, undefined])));
  return (
    <Message title="No matching bugs">
      <p>
        {isUnknown
          ? 'A filter refers to something that does not exist or that you cannot access.'
          : helping.length > 0
            ? 'Remove a filter to see more:'
            : 'Removing a single filter does not help.'}
      </p>
      <div className={styles.ways}>
        {helping.map(({ name, count }) => (
          <Button key={name} onClick={() => go.filter({ [name]: undefined })}>
            Clear {name === 'search' ? 'search' : facetNames[name].toLowerCase()}
            {count && <span className={styles.count}>{countWords(count)}</span>}
          </Button>
        ))}
        <Button kind="quiet" onClick={clearAll}>
          Clear all
        </Button>
      </div>
    </Message>
  );
}

function without(filter: BugFilter, name: keyof BugFilter): BugFilter {
  const { [name]: _, ...rest } = filter;
  return rest;
}
