import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pLimit from 'p-limit';
import type { Running } from '../../background/loop.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connection.ts';
import { tooManyRequests, unavailable } from '../../errors.ts';
import { selectStreamRows, toTexts } from './events.ts';
import { Follower, isRecipient } from './follower.ts';
import { formatPosition, type Position, type Start } from './position.ts';
import { end, isOpen, pace, type Stream, send, untilDrained } from './stream.ts';

/** Enough for dozens of tabs, but bounds a client that opens streams in a loop. */
const maxPerUser = 100;

/** Memory per stream that is catching up. */
const pageSize = 100;

/** After a restart all clients reconnect at once. */
const catchUps = pLimit(2);

/** All open streams of this process. Nothing runs while there are none. */
export class Hub {
  readonly #context: Context;
  readonly #streams = new Set<Stream>();
  /** Undefined while there are no streams. */
  #follower: Follower | undefined;
  #watching: Running[] = [];
  #isStopping = false;

  constructor(context: Context) {
    this.#context = context;
    context.metrics.onRead(() => context.metrics.liveStreams.set(this.#streams.size));
    context.signals.on('events', () => this.#follower?.wake());
  }

  requireCapacity(userId: number): void {
    if (this.#isStopping) throw unavailable('The service is shutting down. Retry after 5 s.');
    let count = 0;
    for (const stream of this.#streams) if (stream.userId === userId) count++;
    if (count >= maxPerUser)
      throw tooManyRequests(`A user can have ${maxPerUser} open live streams. Close one first.`);
  }

  /** The first message contains the start position, so that a client without events can resume. */
  open(stream: Stream, { from, now, mustReload }: Start): void {
    if (this.#isStopping) {
      end(stream);
      return;
    }
    this.#streams.add(stream);
    stream.response.once('close', () => this.#remove(stream));
    if (!isOpen(stream)) {
      this.#remove(stream);
      return;
    }
    const follower = this.#start(now);
    const reload = mustReload ? 'event: reload\ndata: {}\n' : '';
    send(stream, `: connected\nretry: 2000\nid: ${formatPosition(from)}\n${reload}\n`);
    this.#catchUp(stream, follower).catch((error) => {
      // The client reconnects and resumes after its last event.
      if (isOpen(stream)) this.#context.log.warn({ err: error }, 'live stream failed');
      end(stream);
    });
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#endAll();
    await this.#stopLoops();
  }

  #start(now: Position): Follower {
    if (this.#follower) return this.#follower;
    const { loops } = this.#context;
    let tick = 0;
    // Separate loops: heartbeats must not wait for the database.
    this.#watching = [
      loops.start({ name: 'live heartbeats', step: async () => this.#sendHeartbeats(++tick) }),
      loops.start({ name: 'live access', step: () => this.#closeRevokedStreams() }),
    ];
    this.#follower = new Follower(this.#context, now, () => this.#endAll());
    return this.#follower;
  }

  async #stopLoops(): Promise<void> {
    const running = [...this.#watching, ...(this.#follower ? [this.#follower] : [])];
    this.#watching = [];
    this.#follower = undefined;
    await Promise.all(running.map((each) => each.stop()));
  }

  #remove(stream: Stream): void {
    this.#streams.delete(stream);
    this.#follower?.leave(stream);
    if (this.#streams.size === 0) this.#stopLoops();
  }

  #endAll(): void {
    for (const stream of this.#streams) end(stream);
  }

  /** Sends missed events in pages, then joins the follower. */
  async #catchUp(stream: Stream, follower: Follower): Promise<void> {
    while (isOpen(stream)) {
      const { seq } = follower.place;
      if (stream.after === seq) return follower.join(stream);
      if (stream.after < seq) {
        await this.#sendPage(stream, seq);
      } else {
        // The position comes from a process that is slightly ahead.
        follower.wake();
        await sleep(10);
      }
    }
  }

  async #sendPage(stream: Stream, upTo: number): Promise<void> {
    const { teamIds, after } = stream;
    const { rows, events } = await catchUps(async () => {
      const page = { teamIds, after, upTo };
      const rows = await selectStreamRows(this.#context.pools.following, page, pageSize);
      return { rows, events: await toTexts(this.#context, rows) };
    });
    for (const event of events) {
      // Clients read the catalogues when they connect.
      if (!isRecipient(stream, event) || (event.isCatalogue && event.seq <= stream.openedAt)) continue;
      send(stream, event.text);
      await untilDrained(stream);
    }
    stream.after = rows.length === pageSize ? (rows.at(-1) as Position).seq : upTo;
  }

  #sendHeartbeats(tick: number): number {
    // Spread over ticks.
    for (const stream of this.#streams)
      if ((tick + stream.userId) % pace.ticksPerHeartbeat === 0) send(stream, ': heartbeat\n\n');
    return pace.tickMs;
  }

  async #closeRevokedStreams(): Promise<number> {
    const checked = [...this.#streams];
    const userIds = new Set(checked.map(({ userId }) => userId));
    const accesses = await selectAccess(this.#context.pools.following, [...userIds]);
    const byUser = new Map(accesses.map((access) => [access.id, access]));
    for (const stream of checked) if (!isAuthorized(stream, byUser.get(stream.userId))) end(stream);
    return pace.tickMs;
  }
}

interface Access {
  id: number;
  tokens_valid_from: number;
  team_ids: number[];
}

function selectAccess(db: Db, userIds: number[]): Promise<Access[]> {
  return db
    .selectFrom('users')
    .select([
      'id',
      'tokens_valid_from',
      sql<number[]>`array(select team_id from memberships where user_id = users.id)`.as('team_ids'),
    ])
    .where('id', '=', sql<number>`any(${userIds})`)
    .execute();
}

/** A stream of all teams must reconnect when the user joins another team. */
function isAuthorized(stream: Stream, access: Access | undefined): boolean {
  if (!access || stream.expiresAt <= Date.now() / 1000 || stream.issuedAt < access.tokens_valid_from)
    return false;
  if (stream.isOfAllTeams && stream.teamIds.length !== access.team_ids.length) return false;
  return stream.teamIds.every((id) => access.team_ids.includes(id));
}
