import type { Running } from '../../background/loop.ts';
import type { Context } from '../../context.ts';
import { tooManyAtOnce, unavailable } from '../../errors.ts';
import { findCataloguePlace, followCatalogues } from './catalogue.ts';
import { catchUp } from './catch-up.ts';
import { formatCursor, type StreamCursor } from './cursor.ts';
import { type Follower, startFollower } from './follower.ts';
import type { Resumption } from './operations.ts';
import { end, isOpen, type Stream, send } from './stream.ts';
import { watchStreams } from './watch.ts';

/** All open streams of this process. While there are none, nothing runs. */
export interface Hub {
  /** To be awaited right before a stream is opened, while the answer can still be an error. */
  ready(): Promise<void>;
  /** Throws when the user has enough streams already. */
  demandRoom(userId: number): void;
  /** Begins after a cursor, or with what happens from now on. */
  open(stream: Stream, resumption: Resumption): void;
  /** Ends all streams at once: their readers come back to another process. */
  stop(): Promise<void>;
}

/** Somebody with a few dozen tabs is served; a client that opens streams in a loop cannot use up the process. */
const mostPerUser = 100;

const greeting = ': connected\nretry: 2000\n';

export function createHub(context: Context): Hub {
  const streams = new Set<Stream>();
  let following: Promise<Follower> | undefined;
  let watching: Running | undefined;
  let isStopping = false;
  context.metrics.onRead(() => context.metrics.liveStreams.set(streams.size));

  async function follow(): Promise<Follower> {
    if (isStopping) throw unavailable('The service is stopping; try again in a moment');
    following ??= startFollowing().catch((error) => {
      following = undefined;
      throw error;
    });
    return following;
  }

  async function startFollowing(): Promise<Follower> {
    const place = await findCataloguePlace(context);
    const follower = await startFollower(context, endAll);
    const catalogues = followCatalogues(context, streams, place);
    return {
      ...follower,
      async stop() {
        await Promise.all([follower.stop(), catalogues.stop()]);
      },
    };
  }

  async function serve(stream: Stream, { from, mustReload }: Resumption): Promise<void> {
    try {
      const follower = await follow();
      if (!from) return await begin(follower, stream);
      send(stream, `${greeting}${mustReload ? reloadAt(from) : ''}\n`);
      await catchUp(context, follower, stream, from);
    } catch (error) {
      // Its reader comes back, and goes on from the last event that it got.
      if (isOpen(stream)) context.log.warn({ err: error }, 'a live stream could not go on');
      end(stream);
    }
  }

  function endAll(): void {
    for (const stream of streams) end(stream);
  }

  function remove(stream: Stream): void {
    streams.delete(stream);
    following?.then((follower) => follower.leave(stream)).catch(() => {});
    if (streams.size === 0) rest();
  }

  async function rest(): Promise<void> {
    const [watch, last] = [watching, following];
    watching = undefined;
    following = undefined;
    await Promise.all([watch?.stop(), last?.then((follower) => follower.stop()).catch(() => {})]);
  }

  return {
    async ready() {
      await follow();
    },
    demandRoom(userId) {
      let count = 0;
      for (const stream of streams) if (stream.userId === userId) count++;
      if (count >= mostPerUser)
        throw tooManyAtOnce(`A user can have ${mostPerUser} live streams at once; close another one first`);
    },
    open(stream, resumption) {
      if (isStopping) return end(stream);
      streams.add(stream);
      watching ??= watchStreams(context, streams);
      stream.response.once('close', () => remove(stream));
      if (isOpen(stream)) serve(stream, resumption);
      else remove(stream);
    },
    async stop() {
      isStopping = true;
      endAll();
      await rest();
    },
  };
}

/** Names the cursor where it begins, so that a reader who loses the connection before any event can go on from there. */
function begin(follower: Follower, stream: Stream): Promise<void> {
  return follower.betweenReads(() => {
    if (!isOpen(stream)) return;
    send(stream, `${greeting}id: ${formatCursor(follower.cursor())}\n\n`);
    follower.join(stream);
  });
}

/** Names the new cursor, so that a reader who loses the connection right after it need not reload again. */
const reloadAt = (from: StreamCursor) => `id: ${formatCursor(from)}\nevent: reload\ndata: {}\n`;
