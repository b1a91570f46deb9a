import { sql } from 'kysely';
import { followChanges } from '../db/change-feed.ts';
import type { Database } from '../db/connection.ts';
import { type AccessToken, readAccessToken } from './access-tokens.ts';
import { findSession } from './queries.ts';

/** Who has signed in, and what they own. */
export interface Session {
  token: AccessToken;
  userId: number;
  teamIds: number[];
  isOperator: boolean;
}

/** The sessions that this process has seen, kept in memory that is at most a second behind the database. */
export interface Sessions {
  /** Whose session this is, at once if it is in memory; undefined when the token is not valid. */
  find(credential: string): Session | undefined | Promise<Session | undefined>;
  /** The same, as it stands in the database now. */
  findAnew(credential: string): Promise<Session | undefined>;
  /** Asks the database whose sessions have changed, and forgets them. */
  refresh(): Promise<void>;
  /** This process may just have changed what somebody may do: before the next request, the database is asked. */
  doubt(): void;
}

/** Beyond this, the session that has been in memory the longest is read anew when it is used again. */
const mostKept = 20_000;

interface Parts {
  secretKey: string;
  pools: { main: Database; following: Database };
}

export function createSessions({ secretKey, pools }: Parts): Sessions {
  const sessions = new Map<string, Session>();
  const credentialsOf = new Map<number, Set<string>>();
  const changes = followChanges<number>(pools.following, {
    table: 'access_changes',
    row: sql`user_id`,
    onChange: forgetUser,
    onLost() {
      sessions.clear();
      credentialsOf.clear();
    },
  });

  function forgetUser(userId: number): void {
    for (const credential of credentialsOf.get(userId) ?? []) sessions.delete(credential);
    credentialsOf.delete(userId);
  }

  function forget(credential: string): void {
    const userId = sessions.get(credential)?.userId ?? 0;
    sessions.delete(credential);
    const others = credentialsOf.get(userId);
    others?.delete(credential);
    if (others?.size === 0) credentialsOf.delete(userId);
  }

  function learn(credential: string, session: Session): void {
    sessions.set(credential, session);
    const credentials = credentialsOf.get(session.userId) ?? new Set();
    credentialsOf.set(session.userId, credentials.add(credential));
    const [oldest] = sessions.keys();
    if (sessions.size > mostKept && oldest !== undefined) forget(oldest);
  }

  /** The session in memory, if its token has not expired meanwhile. */
  function recall(credential: string): Session | undefined {
    const session = sessions.get(credential);
    if (!session || session.token.expiresAt * 1000 > Date.now()) return session;
    forget(credential);
    return undefined;
  }

  async function read(credential: string): Promise<Session | undefined> {
    const token = await readAccessToken(secretKey, credential);
    if (!token) return undefined;
    const answers = changes.answers();
    const found = await findSession(pools.main, token);
    if (!found) return undefined;
    const { id: userId, team_ids: teamIds, is_operator: isOperator } = found;
    const session = { token, userId, teamIds, isOperator };
    // If it has been told of changes meanwhile, what was read may be older than one of them.
    if (changes.answers() === answers) learn(credential, session);
    return session;
  }

  async function load(credential: string): Promise<Session | undefined> {
    await changes.freshen();
    return recall(credential) ?? read(credential);
  }

  return {
    find: (credential) => (changes.isFresh() && recall(credential)) || load(credential),
    async findAnew(credential) {
      forget(credential);
      return read(credential);
    },
    refresh: changes.check,
    doubt: changes.doubt,
  };
}
