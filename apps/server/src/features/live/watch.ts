import type { Context } from '../../context.ts';
import { pace } from './pace.ts';
import { type Access, selectAccess } from './queries.ts';
import { end, type Stream, send } from './stream.ts';

/** Keeps connections alive, and ends those of people who may not listen any more; returns how to stop. */
export function watchStreams(context: Context, streams: Set<Stream>): () => void {
  let tick = 0;
  let isChecking = false;
  const timer = setInterval(() => {
    sendHeartbeats(streams, ++tick);
    if (isChecking) return;
    isChecking = true;
    endVoidStreams(context, streams)
      .catch((error) => context.log.warn({ err: error }, 'access of live streams could not be checked'))
      .finally(() => {
        isChecking = false;
      });
  }, pace.tickMs);
  return () => clearInterval(timer);
}

/** Streams that have not been greeted yet do not exist for their readers. */
function sendHeartbeats(streams: Set<Stream>, tick: number): void {
  for (const stream of streams) {
    const isDue = (tick + stream.number) % pace.ticksPerHeartbeat === 0;
    if (isDue && stream.response.headersSent) send(stream, ': heartbeat\n\n');
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
