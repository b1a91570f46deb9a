import { connect } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Client } from './lost-statements.ts';
import { goodbyeMs, patience } from './patience.ts';
import { clientClassFor, demandWritable, isReadOnlyServer, readOnlyServer, serversOf } from './servers.ts';

const pingEveryMs = 400;

/**
 * Notices when the server falls silent, as one that is stopped or cut off does: it takes statements and answers none. Those
 * under way are given up then, and none is begun until it answers again. How long a single statement takes says nothing
 * about that, so the watch has a connection of its own. A server that has become read-only is no better than none: its
 * connections are closed, so that new ones find the primary.
 */
export interface ServerWatch {
  /** Gives this connection up, too, when the server cannot be used. */
  guard(client: Client): void;
  /** Why nothing can be asked of the server; null when it answers and accepts writes. */
  trouble(): Error | null;
  /** Resolves when its connection is closed. */
  stop(): Promise<void>;
}

type Finding = 'well' | 'refused' | 'read-only' | 'silence';

export function watchServer(url: string): ServerWatch {
  const { silenceMs } = patience;
  const servers = serversOf(url);
  const ServerClient = clientClassFor(servers);
  const guarded = new Set<Client>();
  const stopping = new AbortController();
  let own: InstanceType<typeof ServerClient> | undefined;
  let found: Finding = 'well';

  async function ping(): Promise<Finding> {
    try {
      if (own) {
        await demandWritable(own);
      } else {
        own = new ServerClient({ application_name: 'skep' });
        await own.connect();
      }
      return 'well';
    } catch (error) {
      return isReadOnlyServer(error) ? 'read-only' : 'refused';
    }
  }

  async function pingInTime(): Promise<Finding> {
    const heard = new AbortController();
    const answer = await Promise.race([ping(), silence(silenceMs, heard.signal)]);
    heard.abort();
    if (answer === 'well') return answer;
    own?.leaveServer();
    own = undefined;
    if (answer === 'silence') for (const client of guarded) giveUp(client);
    if (answer === 'read-only') for (const client of guarded) closeIdle(client);
    return answer;
  }

  /** A server that cannot be used is followed by the next one of the list at once. */
  async function look(): Promise<void> {
    let answer = await pingInTime();
    for (let left = servers.count - 1; left > 0 && answer !== 'well'; left--) answer = await pingInTime();
    found = answer;
  }

  async function follow(): Promise<void> {
    while (!stopping.signal.aborted) {
      await look();
      await sleep(pingEveryMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
    // A server that is stopped next would cut off whoever has not said goodbye.
    if (own) await Promise.race([own.end(), sleep(goodbyeMs, undefined, { ref: false })]);
    own?.hangUp();
  }
  const following = follow();

  return {
    guard(client) {
      guarded.add(client);
      client.once('end', () => guarded.delete(client));
    },
    trouble() {
      if (found === 'silence') return new Error('Connection terminated: the database is silent');
      return found === 'read-only' ? readOnlyServer() : null;
    },
    stop() {
      stopping.abort();
      return following;
    },
  };
}

const tickMs = 200;

/**
 * Counts the time for which nothing came although this process could have read it. While it was too busy to read, the timer
 * was late, too; so each tick counts for as long as it should have taken, and not for as long as it took.
 */
async function silence(ms: number, heard: AbortSignal): Promise<'silence'> {
  for (let passedMs = 0; passedMs < ms && !heard.aborted; passedMs += tickMs) {
    await sleep(tickMs, undefined, { ref: false, signal: heard }).catch(() => {});
    await nextTurn();
  }
  return 'silence';
}

/**
 * Closes a connection whose statement has had no answer, and asks the server to cancel the statement, if it ever hears that.
 * Whoever got the connection next would wait behind the same silence.
 */
export function giveUp(client: Client): void {
  if (client.readyForQuery) return;
  cancel(client);
  client.connection.stream.destroy(new Error('Connection terminated: the database does not answer'));
}

/** What is under way may still succeed, and is left alone until it is over. */
function closeIdle(client: Client): void {
  if (client.readyForQuery && client.getTransactionStatus() === 'I') client.connection.stream.destroy();
}

/** The number by which the server tells a request to cancel from the beginning of a session. */
const cancelRequest = 80_877_102;
const cancelAtMostMs = 5_000;

/** Sends a CancelRequest on a connection of its own, as the protocol wants it. Nothing comes back. */
function cancel({ host, port, processID, secretKey }: Client): void {
  // Some connection poolers name no session.
  if (!processID) return;
  const packet = Buffer.alloc(16);
  for (const [index, value] of [16, cancelRequest, processID, secretKey].entries())
    packet.writeInt32BE(value, index * 4);
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  socket.setTimeout(cancelAtMostMs, () => socket.destroy()).unref();
  socket.on('error', () => {}).end(packet);
}
