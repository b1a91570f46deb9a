import { useQuery } from '@tanstack/react-query';
import { useNewLabel } from '../../catalogue/changes.ts';
import { labelsQuery } from '../../catalogue/queries.ts';
import { LabelDot } from '../../components/label-dot.tsx';
import { Picker } from '../../components/picker.tsx';
import { toasts } from '../../components/toasts.ts';
import { nameOf } from '../action-context.ts';
import { changeTarget } from '../change-target.tsx';
import { overlay } from '../overlay.tsx';
import type { PickerProps } from './pickers.tsx';
import { holdsFor, useItems } from './use-items.ts';

const close = () => overlay.close();

/** Adds, removes and creates labels. A label that only some bugs have is added to the others. */
export function LabelPicker({ now, target, anchor }: PickerProps) {
  const items = useItems(target);
  const team = now.catalogue.team.id;
  const labels = useQuery(labelsQuery(team)).data ?? [];
  const create = useNewLabel(team);
  // For "all matching" the bugs are not known individually, so add and remove are separate choices.
  const isByFilter = 'filter' in target;
  const choices = labels.map(({ id, name, color }) => ({
    value: String(id),
    label: name,
    icon: <LabelDot color={color} />,
    ...(isByFilter ? {} : { holds: holdsFor(items, (bug) => bug.labels.some((label) => label.id === id)) }),
  }));
  if (isByFilter)
    choices.push(...choices.map((one) => ({ ...one, value: `-${one.value}`, label: `Remove ${one.label}` })));
  return (
    <Picker
      label={`Labels of ${nameOf(target)}`}
      anchor={anchor}
      close={close}
      several
      choices={choices}
      none="Type a name to create the first label"
      other={(typed) =>
        [...typed].length <= 50 ? { value: `new ${typed}`, label: `Create label “${typed}”` } : null
      }
      pick={(value) => {
        const label = labels.find(({ id }) => String(id) === value.replace('-', ''));
        if (!label) {
          void create(value.slice(4)).then(
            (made) => changeTarget(now, target, { add_label: made }, false),
            (problem) => toasts.show({ text: problem.message, isProblem: true }),
          );
          return;
        }
        const isOnAll =
          value.startsWith('-') ||
          (items.length > 0 && items.every((bug) => bug.labels.some(({ id }) => id === label.id)));
        changeTarget(now, target, isOnAll ? { remove_label: label } : { add_label: label }, false);
      }}
    />
  );
}
