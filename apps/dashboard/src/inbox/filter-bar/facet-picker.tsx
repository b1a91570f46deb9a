import { bugFilter, severities, statuses } from '@skep/vocabulary';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { Avatar } from '../../components/avatar.tsx';
import { Hex } from '../../components/hex.tsx';
import { LabelDot } from '../../components/label-dot.tsx';
import { type Choice, Picker } from '../../components/picker.tsx';
import { SeverityIcon } from '../../components/severity-icon.tsx';
import { StatusIcon } from '../../components/status-icon.tsx';
import { severityNames, statusNames } from '../../components/words.ts';
import type { BugFilter, BugItem } from '../../store/types.ts';
import { type Facet, facetNames } from '../filter/words.ts';
import type { FilterChange } from '../frame/use-go.ts';
import { days } from './days.ts';

interface Props {
  facet: Facet;
  filter: BugFilter;
  catalogue: Catalogue;
  /** Loaded rows, whose values are suggested for free-text filters. */
  examples: readonly BugItem[];
  anchor: Element | null;
  set(change: FilterChange): void;
  close(): void;
}

/** The menu of one filter. */
export function FacetPicker({ facet, filter, set, ...props }: Props) {
  const several = bugFilter(facet).repeated !== undefined;
  return (
    <Picker
      label={facetNames[facet]}
      anchor={props.anchor}
      close={props.close}
      several={several}
      choices={choicesOf(facet, filter, props.catalogue, props.examples)}
      pick={(value) =>
        set({ [facet]: several ? toggled(filter[facet], value, facet) : single(facet, value) })
      }
      {...otherOf(facet)}
    />
  );
}

function choicesOf(
  facet: Facet,
  filter: BugFilter,
  { projects, team, members, me, labels }: Catalogue,
  examples: readonly BugItem[],
): Choice[] {
  const on = (value: unknown) => (filter[facet] === value ? 'all' : 'none');
  const isIn = (value: unknown) => ([filter[facet]].flat().includes(value as never) ? 'all' : 'none');
  switch (facet) {
    case 'project_id':
      return projects
        .filter(({ team_id }) => team_id === team.id)
        .map(({ id, name }) => ({ value: String(id), label: name, icon: <Hex id={id} />, holds: on(id) }));
    case 'status':
      return statuses.map((status) => ({
        value: status,
        label: statusNames[status],
        icon: <StatusIcon status={status} />,
        holds: isIn(status),
      }));
    case 'severity':
      return severities.toReversed().map((severity) => ({
        value: severity,
        label: severityNames[severity],
        icon: <SeverityIcon severity={severity} />,
        holds: isIn(severity),
      }));
    case 'assignee_id':
      return [
        { value: 'me', label: 'Me', icon: <Avatar person={me} />, holds: on('me') },
        { value: 'none', label: 'Unassigned', icon: <Avatar person={null} />, holds: on('none') },
        ...members
          .filter(({ id }) => id !== me.id)
          .map((person) => ({
            value: String(person.id),
            label: person.name,
            hint: person.email,
            icon: <Avatar person={person} />,
            holds: on(person.id) as Choice['holds'] & string,
          })),
      ];
    case 'label_id':
      return labels.map(({ id, name, color }) => ({
        value: String(id),
        label: name,
        icon: <LabelDot color={color} />,
        holds: isIn(id),
      }));
    case 'duplicate_of_id':
      return [
        { value: 'none', label: 'Hide duplicates', holds: on('none') },
        { value: 'any', label: 'Only duplicates', holds: on('any') },
      ];
    case 'created_after':
    case 'created_before':
      return days().map(({ day, name, hint }) => ({ value: day, label: name, hint, holds: on(day) }));
    default: {
      const { fields = [] } = bugFilter(facet);
      const values = examples.flatMap((bug) => {
        const found = fields
          .map((field) => bug[field as keyof BugItem])
          .find((value) => typeof value === 'string');
        return found ?? [];
      });
      return [...new Set(values)].slice(0, 20).map((value) => ({ value, label: value, holds: on(value) }));
    }
  }
}

/** Choice for the typed text. */
function otherOf(facet: Facet): Partial<React.ComponentProps<typeof Picker>> {
  if (bugFilter(facet).type === 'text')
    return {
      isText: true,
      other: (typed) => ({ value: typed, label: `is “${typed}”` }),
      none: 'Type the exact value',
    };
  switch (facet) {
    case 'created_after':
    case 'created_before':
      return {
        isText: true,
        other: (typed) =>
          /^\d{4}-\d\d-\d\d$/.test(typed) && !Number.isNaN(Date.parse(typed))
            ? { value: typed, label: typed }
            : null,
        none: 'Type a date, such as 2026-11-30',
      };
    case 'duplicate_of_id':
      return {
        isText: true,
        other: (typed) =>
          /^#?[1-9]\d{0,14}$/.test(typed)
            ? { value: typed.replace('#', ''), label: `Duplicates of #${typed.replace('#', '')}` }
            : null,
        none: 'Type a bug number',
      };
    default:
      return {};
  }
}

function single(facet: Facet, value: string): unknown {
  const isId = bugFilter(facet).type === 'id' && /^\d+$/.test(value);
  return isId ? Number(value) : value;
}

function toggled(given: unknown, value: string, facet: Facet): unknown[] | undefined {
  const one = facet === 'label_id' ? Number(value) : value;
  const before = given === undefined ? [] : [given].flat();
  const after = before.includes(one as never) ? before.filter((other) => other !== one) : [...before, one];
  return after.length > 0 ? after : undefined;
}
