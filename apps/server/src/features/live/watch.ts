import type { Running } from '../../background/loop.ts';
import type { Context } from '../../context.ts';
import { pace } from './pace.ts';
import { type Access, selectAccess } from './queries.ts';
import { end, isGreeted, type Stream, send } from './stream.ts';

/** Keeps connections alive, and ends those of people who may not listen any more. */
export function watchStreams(context: Context, streams: Set<Stream>): Running {
  let tick = 0;
  // Apart from each other: heartbeats do not wait for the database.
  const loops = [
    context.loops.start({
      name: 'live heartbeats',
      async step() {
        sendHeartbeats(streams, ++tick);
        return pace.tickMs;
      },
    }),
    context.loops.start({
      name: 'live access',
      async step() {
        await endVoidStreams(context, streams);
        return pace.tickMs;
      },
    }),
  ];
  return {
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

function sendHeartbeats(streams: Set<Stream>, tick: number): void {
  for (const stream of streams) {
    const isDue = (tick + stream.number) % pace.ticksPerHeartbeat === 0;
    if (isDue && isGreeted(stream)) send(stream, ': heartbeat\n\n');
  }
}

async function endVoidStreams(context: Context, streams: Set<Stream>): Promise<void> {
  const checked = [...streams];
  const userIds = new Set(checked.map(({ userId }) => userId));
  const accesses = await selectAccess(context.pools.following, [...userIds]);
  const byUser = new Map(accesses.map((access) => [access.id, access]));
  for (const stream of checked) if (!mayListen(stream, byUser.get(stream.userId))) end(stream);
}

/** Whoever has joined another team, and listens to all, is made to come back for it. */
function mayListen(stream: Stream, access: Access | undefined): boolean {
  if (!access || stream.expiresAt <= Date.now() / 1000 || stream.issuedAt < access.tokens_valid_from)
    return false;
  if (stream.isOfAllTeams && stream.teamIds.length !== access.team_ids.length) return false;
  return stream.teamIds.every((id) => access.team_ids.includes(id));
}
