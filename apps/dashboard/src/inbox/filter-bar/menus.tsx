import { bugGroups, bugSorts } from '@skep/vocabulary';
import { overlay } from '../../actions/overlay.tsx';
import { Picker } from '../../components/picker.tsx';
import type { ListWindow } from '../../store/list.ts';
import { useStore } from '../../store/react.ts';
import { type Facet, facetNames, facets, groupNames, sortNames } from '../filter/words.ts';
import { useInbox } from '../inbox-context.ts';
import { FacetPicker } from './facet-picker.tsx';

/** The number of rows to search for suggested values. */
const looked = 200;

/** Filter menu. The menu of the chosen filter replaces it at the same anchor. */
export function FilterMenu({ list, anchor }: { list: ListWindow; anchor: Element }) {
  return (
    <Picker
      label="Filter by"
      anchor={anchor}
      close={overlay.close}
      choices={facets.map((facet) => ({ value: facet, label: facetNames[facet] }))}
      pick={(value) => {
        const facet = facets.find((one) => one === value);
        if (facet) overlay.open(<FacetMenu facet={facet} list={list} anchor={anchor} />);
      }}
    />
  );
}

interface FacetMenuProps {
  facet: Facet;
  list: ListWindow;
  anchor: Element;
  /** Used as the anchor when the original one has disappeared with its filter. */
  fallback?: Element | null;
}

/** The menu of one filter. It follows the URL while several values are chosen. */
export function FacetMenu({ facet, list, anchor, fallback }: FacetMenuProps) {
  const store = useStore();
  const { filter, catalogue, go } = useInbox();
  const ids = Array.from({ length: Math.min(list.length, looked) }, (_, at) => list.idAt(at));
  const examples = ids.flatMap((id) => (id === undefined ? [] : (store.item(id) ?? [])));
  return (
    <FacetPicker
      facet={facet}
      filter={filter ?? {}}
      catalogue={catalogue}
      examples={examples}
      anchor={anchor.isConnected ? anchor : (fallback ?? null)}
      set={go.filter}
      close={overlay.close}
    />
  );
}

export function SortMenu({ anchor }: { anchor: Element | null }) {
  const { filter, go } = useInbox();
  const current = filter?.sort ?? 'newest';
  return (
    <Picker
      label="Sort by"
      anchor={anchor}
      close={overlay.close}
      choices={bugSorts.map((sort) => ({
        value: sort,
        label: sortNames[sort],
        holds: sort === current ? 'all' : 'none',
      }))}
      pick={(value) => go.filter({ sort: bugSorts.find((sort) => sort === value && sort !== 'newest') })}
    />
  );
}

export function GroupMenu({ anchor }: { anchor: Element | null }) {
  const { group, go } = useInbox();
  const choices = [
    { value: 'none', label: 'None', holds: group ? ('none' as const) : ('all' as const) },
    ...bugGroups.map((one) => ({
      value: one,
      label: groupNames[one],
      holds: one === group ? ('all' as const) : ('none' as const),
    })),
  ];
  return (
    <Picker
      label="Group by"
      anchor={anchor}
      close={overlay.close}
      choices={choices}
      pick={(value) => go.group(bugGroups.find((one) => one === value))}
    />
  );
}
