import { menus } from '../../actions/chunk.ts';
import type { Anchor } from '../../components/place.ts';
import { useInbox } from '../inbox-context.ts';
import type { ListSelection } from '../selection/list-selection.ts';

/** Pointer actions on a row, other than opening and selecting. */
export function useRowActions(listSelection: ListSelection) {
  const { actionContext } = useInbox();
  const withBug = (id: number) => ({ ...actionContext(), target: { ids: [id] } });
  return {
    /** Opens the menu for a bug, or for the selection if the bug is in it. */
    openMenu(id: number, anchor: Anchor): void {
      const now = listSelection.isSelected(id) ? actionContext() : withBug(id);
      menus.open(({ RowMenu }) => <RowMenu now={now} anchor={anchor} />);
    },
    /** Opens the picker of the clicked field, for this bug only. */
    pick(id: number, field: HTMLElement): void {
      void import('../../actions/all.ts').then(({ allActions }) =>
        allActions()
          .find((action) => action.id === field.dataset.pick)
          ?.run(withBug(id), field),
      );
    },
  };
}
