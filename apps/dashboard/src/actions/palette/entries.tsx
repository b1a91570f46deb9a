import type { ReactNode } from 'react';
import { Hex, TeamHex } from '../../components/hex.tsx';
import type { IconName } from '../../components/icon.tsx';
import type { OptionGroup } from '../../components/options.tsx';
import { visibleText } from '../../components/visible-text.ts';
import { placeOf } from '../../inbox/filter/place.ts';
import { fromView } from '../../inbox/filter/saved.ts';
import { allActions } from '../registry.ts';
import type { Situation } from '../situation.ts';

export interface Entry {
  id: string;
  title: string;
  /** Further words by which it is found. */
  words?: string;
  icon?: IconName | undefined;
  mark?: ReactNode;
  keys?: string | undefined;
  run(): void;
}

/** All that the palette offers now: actions that can be done, then places. */
export function entriesFor(now: Situation): OptionGroup<Entry>[] {
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
      run: () => now.go.inbox(placeOf(fromView(team.id, view.filters), now.catalogue)),
    })),
    ...projects
      .filter(({ team_id }) => team_id === team.id)
      .map(({ id, name }) => ({
        id: `project ${id}`,
        title: visibleText(name),
        words: 'honeycomb project',
        mark: <Hex id={id} />,
        run: () => now.go.inbox({ project_id: id }),
      })),
    ...projects
      .filter(({ team_id }) => team_id === team.id)
      .map(({ id, name }) => ({
        id: `settings of ${id}`,
        title: `Settings of ${visibleText(name)}`,
        words: 'honeycomb project',
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
  return [
    ...[...groups].map(([name, items]) => ({
      name,
      items: items.map((action) => ({
        id: action.id,
        title: action.title,
        icon: action.icon,
        keys: action.keys?.[0],
        run: () => void action.run(now, null),
      })),
    })),
    ...(places.length > 0 ? [{ name: 'Places', items: places }] : []),
  ];
}

/** Those that have a beginning of a word for every word that is typed. */
export function matching(groups: OptionGroup<Entry>[], typed: string): OptionGroup<Entry>[] {
  if (!typed.trim()) return groups;
  const parts = wordsOf(typed.trim());
  return groups.map(({ items, ...group }) => ({
    ...group,
    items: items.filter(({ title, words = '' }) => {
      const own = wordsOf(`${title} ${words}`);
      return parts.every((part) => own.some((word) => word.startsWith(part)));
    }),
  }));
}

const wordsOf = (text: string) => text.toLowerCase().split(/[\s:“”"]+/);

/** What can be done with any text: to search for it, and to open the bug whose number it is. */
export function typedEntries(typed: string, { go, triage }: Situation): OptionGroup<Entry>[] {
  const text = typed.trim();
  if (!text) return [];
  const number = /^#?([1-9]\d{0,14})$/.exec(text)?.[1];
  const { team_id } = triage.filter;
  return [
    {
      name: 'Bug',
      items: number
        ? [{ id: 'bug', title: `Open #${number}`, icon: 'arrow-right', run: () => go.full(Number(number)) }]
        : [],
    },
    {
      name: 'Search',
      items: [
        {
          id: 'search-for',
          title: `Search for “${text}”`,
          icon: 'search',
          run: () => go.inbox({ ...(team_id && { team_id }), search: text }),
        },
      ],
    },
  ];
}
