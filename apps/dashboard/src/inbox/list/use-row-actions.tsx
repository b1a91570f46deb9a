import { menus } from '../../actions/chunk.ts';
import type { Anchor } from '../../components/place.ts';
import { useInbox } from '../inbox-context.ts';
import type { ListSelection } from '../selection/list-selection.ts';

/** What a pointer does with a row, apart from opening and selecting it. */
export function useRowActions(listSelection: ListSelection) {
  const { actionContext } = useInbox();
  const withBug = (id: number) => ({ ...actionContext(), target: { ids: [id] } });
  return {
    /** Opens the menu of a bug; of all that are selected, where it is one of them. */
    openMenu(id: number, anchor: Anchor): void {
      const now = listSelection.isSelected(id) ? actionContext() : withBug(id);
      menus.open(({ RowMenu }) => <RowMenu now={now} anchor={anchor} />);
    },
    /** Opens the picker of the field that was clicked, for this bug alone. */
    pick(id: number, field: HTMLElement): void {
      void import('../../actions/all.ts').then(({ allActions }) =>
        allActions()
          .find((action) => action.id === field.dataset.pick)
          ?.run(withBug(id), field),
      );
    },
  };
}
