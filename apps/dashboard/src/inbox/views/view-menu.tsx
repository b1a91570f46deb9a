import { overlay } from '../../actions/overlay.tsx';
import type { SavedView } from '../../catalogue/catalogue.ts';
import { useViewChanges } from '../../catalogue/changes.ts';
import { Icon } from '../../components/icon.tsx';
import { Picker } from '../../components/picker.tsx';
import { toasts } from '../../components/toasts.ts';
import { toView } from '../filter/saved.ts';
import { useInbox } from '../inbox-context.ts';
import { ViewDialog } from './view-dialog.tsx';

/** Actions of a saved view. Deleting can be undone while the toast is shown. */
export function ViewMenu({ view, anchor }: { view: SavedView; anchor: Element }) {
  const { catalogue, filter, group } = useInbox();
  const { save, change, remove } = useViewChanges(catalogue.team.id);
  const sayWhy = (cause: Error) => void toasts.show({ text: cause.message, isProblem: true });
  const removeIt = async () => {
    await remove(view.id);
    toasts.show({
      text: `Deleted view “${view.name}”`,
      action: {
        label: 'Undo',
        run: () => void save(view.name, view.filters, view.is_pinned).catch(sayWhy),
      },
    });
  };
  const ways: Record<string, () => unknown> = {
    pin: () => change(view.id, { is_pinned: !view.is_pinned }).catch(sayWhy),
    rename: () => overlay.open(<ViewDialog view={view} />),
    refilter: () =>
      change(view.id, { filters: toView(filter ?? {}, group) }).then(
        () => toasts.show({ text: `Updated view “${view.name}”` }),
        sayWhy,
      ),
    delete: () => removeIt().catch(sayWhy),
  };
  return (
    <Picker
      label={`View “${view.name}”`}
      anchor={anchor}
      close={overlay.close}
      choices={[
        { value: 'pin', label: view.is_pinned ? 'Unpin' : 'Pin to top', icon: <Icon name="pin" /> },
        { value: 'rename', label: 'Rename…', icon: <Icon name="pencil" /> },
        { value: 'refilter', label: 'Update to current filters', icon: <Icon name="filter" /> },
        { value: 'delete', label: 'Delete', icon: <Icon name="trash" /> },
      ]}
      pick={(value) => ways[value]?.()}
    />
  );
}
