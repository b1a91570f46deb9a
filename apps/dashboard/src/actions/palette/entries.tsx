import type { ReactNode } from 'react';
import { Avatar } from '../../components/avatar.tsx';
import { Hex, TeamHex } from '../../components/hex.tsx';
import type { IconName } from '../../components/icon.tsx';
import { LabelDot } from '../../components/label-dot.tsx';
import type { OptionGroup } from '../../components/options.tsx';
import { StatusIcon } from '../../components/status-icon.tsx';
import { visibleText } from '../../components/visible-text.ts';
import { unfinished } from '../../inbox/filter/address.ts';
import { placeOf, placeOfView } from '../../inbox/filter/place.ts';
import { recentBugs } from '../../session/recent-bugs.ts';
import type { BugFilter, BugItem } from '../../store/types.ts';
import type { ActionContext } from '../action-context.ts';
import { allActions } from '../registry.ts';

export interface Entry {
  id: string;
  title: string;
  /** Extra search terms. */
  words?: string;
  icon?: IconName | undefined;
  mark?: ReactNode;
  keys?: string | undefined;
  run(): void;
}

/** Available actions, followed by navigation entries. */
export function entriesFor(now: ActionContext): OptionGroup<Entry>[] {
  const actions = allActions().filter(
    (action) => !action.isHidden && (action.when?.(now) ?? true) && (action.isOffered?.(now) ?? true),
  );
  const groups = Map.groupBy(actions, ({ group }) => group);
  const { views, projects, teams, team } = now.catalogue;
  const places: Entry[] = [
    ...views.map((view) => ({
      id: `view ${view.id}`,
      title: visibleText(view.name),
      words: 'view',
      icon: 'filter' as const,
      run: () => now.go.inbox(placeOfView(view, now.catalogue)),
    })),
    ...projects
      .filter(({ team_id }) => team_id === team.id)
      .map(({ id, name }) => ({
        id: `project ${id}`,
        title: visibleText(name),
        words: 'project',
        mark: <Hex id={id} />,
        run: () => now.go.inbox({ project_id: id }),
      })),
    ...projects
      .filter(({ team_id }) => team_id === team.id)
      .map(({ id, name }) => ({
        id: `settings of ${id}`,
        title: `${visibleText(name)} settings`,
        words: 'project',
        icon: 'settings' as const,
        run: () => now.go.page(`/projects/${id}/settings`),
      })),
    ...(teams.length < 2 ? [] : teams).map(({ id, name }) => ({
      id: `team ${id}`,
      title: `Team ${visibleText(name)}`,
      mark: <TeamHex name={name} />,
      run: () => now.go.inbox({ team_id: id }),
    })),
  ];
  const recent = recentEntries(now);
  const offered: OptionGroup<Entry>[] = [
    ...[...groups].map(([name, items]) => ({
      name,
      items: items.map((action) => ({
        id: action.id,
        title: action.title,
        ...(action.words && { words: action.words }),
        icon: action.icon,
        keys: action.keys?.[0],
        run: () => void action.run(now, null),
      })),
    })),
    { name: 'Navigation', items: places },
  ];
  // Actions on a bug come before other bugs.
  const first = offered.findIndex(({ name }) => name !== 'Triage' && name !== 'Bug');
  return offered.toSpliced(now.target ? first : 0, 0, recent);
}

/** Recently opened bugs, except the open one. */
function recentEntries({ catalogue, openBug, go }: ActionContext): OptionGroup<Entry> {
  const items = recentBugs
    .get(catalogue.me.id)
    .filter(({ id }) => id !== openBug)
    .map(({ id, title }) => ({
      id: `recent ${id}`,
      title: `#${id} ${visibleText(title)}`,
      words: `${id} recent`,
      icon: 'clock' as const,
      run: () => go.full(id),
    }));
  return { name: 'Recent bugs', items };
}

/** Members and labels, which link to their open bugs. Shown only in search results. */
function namedEntries({ catalogue, go }: ActionContext): OptionGroup<Entry>[] {
  const { team, members, labels } = catalogue;
  const toDo = (filter: BugFilter) =>
    go.inbox(placeOf({ team_id: team.id, status: unfinished, ...filter }, catalogue));
  return [
    {
      name: 'People',
      items: members.map((person) => ({
        id: `person ${person.id}`,
        title: `Assigned to ${visibleText(person.name)}`,
        words: `person member ${person.email}`,
        mark: <Avatar person={person} size={16} />,
        run: () => toDo({ assignee_id: person.id }),
      })),
    },
    {
      name: 'Labels',
      items: labels.map(({ id, name, color }) => ({
        id: `label ${id}`,
        title: visibleText(name),
        words: 'label',
        mark: <LabelDot color={color} />,
        run: () => toDo({ label_id: [id] }),
      })),
    },
  ];
}

/** Entries that match every typed word by prefix. */
function matching(groups: OptionGroup<Entry>[], typed: string): OptionGroup<Entry>[] {
  const parts = wordsOf(typed);
  return groups.map(({ items, ...group }) => ({
    ...group,
    items: items.filter(({ title, words = '' }) => {
      const own = wordsOf(`${title} ${words}`);
      return parts.every((part) => own.some((word) => word.startsWith(part)));
    }),
  }));
}

const wordsOf = (text: string) => text.toLowerCase().split(/[\s:“”"]+/);

const numberIn = (typed: string) => /^#?([1-9]\d{0,14})$/.exec(typed.trim())?.[1];

/** Search results. A bug number can be opened even if the search does not find it, such as in another team. */
function bugEntries(typed: string, found: Found, { go }: ActionContext): OptionGroup<Entry> {
  const number = Number(numberIn(typed) ?? 0);
  const items: Entry[] = found.map(({ id, title, status }) => ({
    id: `bug ${id}`,
    title: `#${id} ${visibleText(title)}`,
    mark: <StatusIcon status={status} />,
    run: () => go.full(id),
  }));
  if (number && !found.some(({ id }) => id === number))
    items.unshift({
      id: `bug ${number}`,
      title: `Open #${number}`,
      icon: 'arrow-right',
      run: () => go.full(number),
    });
  return { name: 'Bugs', items };
}

type Found = readonly Pick<BugItem, 'id' | 'title' | 'status'>[];

/** All results for the typed text, best match first. */
export function entriesMatching(
  typed: string,
  groups: OptionGroup<Entry>[],
  found: Found,
  now: ActionContext,
): OptionGroup<Entry>[] {
  const text = typed.trim();
  if (!text) return groups;
  const matches = matching([...groups, ...namedEntries(now)], text);
  const recent = new Set(
    matches.flatMap(({ items }) => items.map(({ id }) => id.replace(/^recent /, 'bug '))),
  );
  const bugs = bugEntries(text, found, now);
  const others = { ...bugs, items: bugs.items.filter(({ id }) => !recent.has(id)) };
  const search: Entry = {
    id: 'search-for',
    title: `Search bugs for “${text}”`,
    icon: 'search',
    run: () => now.go.inbox({ ...teamOf(now), search: text }),
  };
  const searches = { name: 'Search', items: [search] };
  return numberIn(text) ? [others, ...matches, searches] : [...matches, others, searches];
}

const teamOf = ({ listSelection }: ActionContext) => {
  const { team_id } = listSelection.filter;
  return team_id === undefined ? {} : { team_id };
};
