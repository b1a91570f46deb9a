import { severities, statuses } from '@skep/vocabulary';
import { Avatar } from '../../components/avatar.tsx';
import { Picker } from '../../components/picker.tsx';
import type { Anchor } from '../../components/place.ts';
import { SeverityIcon } from '../../components/severity-icon.tsx';
import { StatusIcon } from '../../components/status-icon.tsx';
import { severityNames, statusNames } from '../../components/words.ts';
import type { Target } from '../../store/types.ts';
import { type ActionContext, nameOf } from '../action-context.ts';
import { changeTarget } from '../change-target.tsx';
import { overlay } from '../overlay.tsx';
import { holdsFor, useItems } from './use-items.ts';

/** Props of the triage pickers: action context, target bugs and anchor element. */
export interface PickerProps {
  now: ActionContext;
  target: Target;
  anchor: Anchor | null;
}

const close = () => overlay.close();

export function StatusPicker({ now, target, anchor }: PickerProps) {
  const items = useItems(target);
  return (
    <Picker
      label={`Status of ${nameOf(target)}`}
      anchor={anchor}
      close={close}
      choices={statuses.map((status) => ({
        value: status,
        label: statusNames[status],
        icon: <StatusIcon status={status} />,
        holds: holdsFor(items, (bug) => bug.status === status),
      }))}
      pick={(value) => {
        const status = statuses.find((one) => one === value);
        if (status) changeTarget(now, target, { status }, !['open', 'in_progress'].includes(status));
      }}
    />
  );
}

export function SeverityPicker({ now, target, anchor }: PickerProps) {
  const items = useItems(target);
  return (
    <Picker
      label={`Severity of ${nameOf(target)}`}
      anchor={anchor}
      close={close}
      choices={severities.toReversed().map((severity) => ({
        value: severity,
        label: severityNames[severity],
        icon: <SeverityIcon severity={severity} />,
        holds: holdsFor(items, (bug) => bug.severity === severity),
      }))}
      pick={(value) => {
        const severity = severities.find((one) => one === value);
        if (severity) changeTarget(now, target, { severity }, false);
      }}
    />
  );
}

export function AssigneePicker({ now, target, anchor }: PickerProps) {
  const items = useItems(target);
  const { me, members } = now.catalogue;
  const others = members.filter(({ id }) => id !== me.id);
  const choice = (id: number | null) => holdsFor(items, (bug) => bug.assignee_id === id);
  return (
    <Picker
      label={`Assign ${nameOf(target)} to`}
      anchor={anchor}
      close={close}
      choices={[
        {
          value: String(me.id),
          label: me.name,
          hint: 'you',
          icon: <Avatar person={me} />,
          holds: choice(me.id),
        },
        { value: 'none', label: 'Unassigned', icon: <Avatar person={null} />, holds: choice(null) },
        ...others.map((person) => ({
          value: String(person.id),
          label: person.name,
          hint: person.email,
          icon: <Avatar person={person} />,
          holds: choice(person.id),
        })),
      ]}
      pick={(value) => {
        const assignee = [me, ...members].find(({ id }) => String(id) === value) ?? null;
        changeTarget(now, target, { assignee }, false);
      }}
    />
  );
}
