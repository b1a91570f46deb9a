import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { ServerClient } from './client.ts';
import { isReadOnlyServer, readOnlyServer, serversOf } from './servers.ts';
import { closeTimeoutMs, databaseTimeouts } from './timeouts.ts';

/** Plus `silenceMs` or `commitMs`, this stays below three seconds. */
const pingEveryMs = 800;

export type ServerWatch = ReturnType<typeof watchServer>;

interface ServerState {
  isReadOnly: boolean;
  /** xids of transactions, on all nodes, that wait for a synchronous standby. */
  waitingCommits: string[];
}

const serverState = `
  select current_setting('transaction_read_only') = 'on' as "isReadOnly", array(
    select backend_xid::text from pg_stat_activity
    where current_setting('synchronous_standby_names') <> '' and wait_event = 'SyncRep' and backend_xid is not null
      and datname = current_database() and application_name = current_setting('application_name')
  ) as "waitingCommits"`;

type Finding = 'well' | 'refused' | 'read-only' | 'silence';

/**
 * Detects a server that accepts statements but does not respond: running statements are abandoned, and new ones fail until it
 * responds. Connections to a server that became read-only are closed, so that new ones find the primary. Commits that wait for
 * a synchronous standby are abandoned without being cancelled; while one waits, writes are rejected.
 */
export function watchServer(url: string) {
  const { silenceMs, commitMs } = databaseTimeouts;
  const servers = serversOf(url);
  const guarded = new Set<ServerClient>();
  const stopping = new AbortController();
  let own: ServerClient | undefined;
  let found: Finding = 'well';
  let commitsWaiting = new Map<string, number>();
  let areCommitsStalled = false;

  async function ping(): Promise<Finding> {
    try {
      if (!own) {
        own = new ServerClient({ application_name: 'skep' }, servers);
        await own.connect();
      }
      const { rows }: { rows: ServerState[] } = await own.query(serverState);
      if (rows[0]?.isReadOnly) return 'read-only';
      noteCommits(rows[0]?.waitingCommits ?? []);
      return 'well';
    } catch (error) {
      return isReadOnlyServer(error) ? 'read-only' : 'refused';
    }
  }

  function noteCommits(xids: string[]): void {
    const now = performance.now();
    commitsWaiting = new Map(xids.map((xid) => [xid, commitsWaiting.get(xid) ?? now]));
    areCommitsStalled = commitsWaiting.values().some((since) => now - since >= commitMs);
    if (!areCommitsStalled) return;
    for (const client of guarded) client.giveUpCommit();
  }

  async function pingInTime(): Promise<Finding> {
    const heard = new AbortController();
    const answer = await Promise.race([ping(), silence(silenceMs, heard.signal)]);
    heard.abort();
    if (answer === 'well') return answer;
    own?.leaveServer();
    own = undefined;
    if (answer === 'silence') for (const client of guarded) client.giveUp();
    if (answer === 'read-only') for (const client of guarded) client.closeIfIdle();
    return answer;
  }

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
    // Close cleanly, in case the server is stopped next.
    if (own) await Promise.race([own.end(), sleep(closeTimeoutMs, undefined, { ref: false })]);
    own?.hangUp();
  }
  const following = follow();

  return {
    guard(client: ServerClient): void {
      guarded.add(client);
      client.once('end', () => guarded.delete(client));
    },
    failure(): Error | null {
      if (found === 'silence') return new Error('Connection terminated: no response from the database');
      return found === 'read-only' ? readOnlyServer() : null;
    },
    areCommitsStalled: () => areCommitsStalled,
    stop(): Promise<void> {
      stopping.abort();
      return following;
    },
  };
}

const tickMs = 200;

/** Counts ticks instead of time: in a busy process timers are late, and the server should not be blamed for it. */
async function silence(ms: number, heard: AbortSignal): Promise<'silence'> {
  for (let passedMs = 0; passedMs < ms && !heard.aborted; passedMs += tickMs) {
    await sleep(tickMs, undefined, { ref: false, signal: heard }).catch(() => {});
    await nextTurn();
  }
  return 'silence';
}
