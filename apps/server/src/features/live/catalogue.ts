import type { Running } from '../../background/loop.ts';
import type { Context } from '../../context.ts';
import { justMoved } from './operations.ts';
import { pace } from './pace.ts';
import { type CatalogueChange, type CataloguePlace, selectCatalogueChanges } from './queries.ts';
import type { CatalogueEvent } from './schema.ts';
import { isGreeted, type Stream, send } from './stream.ts';

/** What is there now: changes after it are told. */
export async function findCataloguePlace({ pools }: Context): Promise<CataloguePlace> {
  const { place } = await selectCatalogueChanges(pools.following, null);
  if (place.numbering === null) throw justMoved();
  return place;
}

/**
 * Tells streams of changed labels, projects, members, views and teams, and of what is told as one of these. Changes of the same kind that are found together are
 * one event, so that a burst of them is not a burst for every reader. A reader gets no event of what happened before it was
 * greeted, and reads these things itself when it comes, or comes back.
 */
export function followCatalogues(context: Context, streams: Set<Stream>, from: CataloguePlace): Running {
  let last = from;
  return context.loops.start({
    name: 'live catalogues',
    async step() {
      const { place, changes } = await selectCatalogueChanges(context.pools.following, last);
      last = place;
      if (changes.length > 0) tell(streams, changes);
      return pace.catalogueMs;
    },
  });
}

function tell(streams: Set<Stream>, changes: CatalogueChange[]): void {
  const byTeam = Map.groupBy(changes, ({ team_id }) => team_id);
  for (const stream of streams) {
    if (!isGreeted(stream)) continue;
    const ofItsTeams = stream.teamIds.flatMap((id) => byTeam.get(id) ?? []);
    const forIt = ofItsTeams.filter(({ user_id }) => user_id === null || user_id === stream.userId);
    if (forIt.length > 0) send(stream, forIt.map(toText).join(''));
  }
}

/** It has no `id`: a reader that comes back goes on after the last event that had one. */
function toText({ team_id, what }: CatalogueChange): string {
  const data: CatalogueEvent = { team_id, what };
  return `event: catalogue\ndata: ${JSON.stringify(data)}\n\n`;
}
