import { type BugGroup, type BugSort, type Severity, type Status, statuses } from '@skep/vocabulary';
import type { ReactNode } from 'react';
import type { Catalogue } from '../../../catalogue/catalogue.ts';
import { Avatar } from '../../../components/avatar.tsx';
import { Hex } from '../../../components/hex.tsx';
import { SeverityIcon } from '../../../components/severity-icon.tsx';
import { StatusIcon } from '../../../components/status-icon.tsx';
import { severityNames, statusNames } from '../../../components/words.ts';
import type { BugItem } from '../../../store/types.ts';

/** A way to group bugs. */
export interface Kind {
  keyOf(bug: BugItem): string;
  /** Order of the groups; null for their order in the list. */
  compare: ((a: string, b: string) => number) | null;
  /** Heading of a group, before the row count. */
  headOf(key: string): { icon?: ReactNode; name: string };
}

type Known = Pick<Catalogue, 'projects' | 'members' | 'me'>;

export function kindOf(group: BugGroup, sort: BugSort | undefined, known: Known): Kind {
  switch (group) {
    case 'severity':
      return bySeverity;
    case 'status':
      return byStatus;
    case 'day':
      return byDay(sort === 'updated' ? 'updated_at' : 'created_at');
    case 'project':
      return byProject(known);
    case 'assignee':
      return byAssignee(known);
  }
}

const bySeverity: Kind = {
  keyOf: ({ severity }) => severity,
  compare: null,
  headOf: (key) => ({
    icon: <SeverityIcon severity={key as Severity} />,
    name: severityNames[key as Severity],
  }),
};

const byStatus: Kind = {
  keyOf: ({ status }) => status,
  compare: orderOf(statuses),
  headOf: (key) => ({ icon: <StatusIcon status={key as Status} />, name: statusNames[key as Status] }),
};

/** Days in local time, as for the ages of rows. */
function byDay(field: 'created_at' | 'updated_at'): Kind {
  return {
    keyOf: (bug) => new Date(bug[field]).toDateString(),
    compare: null,
    headOf: (key) => ({ name: dayName(new Date(key), new Date()) }),
  };
}

export function dayName(day: Date, now: Date): string {
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (day.toDateString() === now.toDateString()) return 'Today';
  if (day.toDateString() === yesterday.toDateString()) return 'Yesterday';
  return day.toLocaleDateString('en', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(day.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' }),
  });
}

function byProject({ projects }: Known): Kind {
  return {
    keyOf: ({ project_id }) => String(project_id),
    compare: orderOf(projects.map(({ id }) => String(id))),
    headOf: (key) => ({
      icon: <Hex id={Number(key)} />,
      name: projects.find(({ id }) => String(id) === key)?.name ?? `#${key}`,
    }),
  };
}

/** The current user first, unassigned last. */
function byAssignee({ me, members }: Known): Kind {
  const people = [me, ...members.filter(({ id }) => id !== me.id)];
  return {
    keyOf: ({ assignee_id }) => String(assignee_id ?? 'nobody'),
    compare: orderOf([...people.map(({ id }) => String(id)), 'nobody']),
    headOf(key) {
      const person = people.find(({ id }) => String(id) === key) ?? null;
      const name = key === 'nobody' ? 'Unassigned' : (person?.name ?? `#${key}`);
      return { icon: <Avatar person={person} size={18} />, name };
    },
  };
}

/** Unknown keys come last. */
function orderOf(keys: readonly string[]): (a: string, b: string) => number {
  const places = new Map(keys.map((key, place) => [key, place]));
  const placeOf = (key: string) => places.get(key) ?? keys.length;
  return (a, b) => placeOf(a) - placeOf(b);
}
