import { sql } from 'kysely';
import { issueAccessToken } from '../../apps/server/src/auth/access-tokens.ts';
import { connect, type Database } from '../../apps/server/src/db/connection.ts';
import { fillDatabase } from '../ingest/fill.ts';
import { benchSecretKey } from '../server.ts';
import { type Place, prepareFlood } from './flood.ts';

/** Those of `bench/ingest`, which a flood comes to. */
export const flooded: Place = { teamId: 1, firstProject: 1, projects: 500 };
/** Those of a neighbour, whose bugs are exported meanwhile. */
export const quiet: Place = { teamId: 2, firstProject: 501, projects: 20 };

export interface Prepared {
  url: string;
  db: Database;
  /** Of the projects that a flood comes to. */
  keys: string[];
  /** Of the neighbour. */
  token: string;
}

export async function prepare(adminUrl: string): Promise<Prepared> {
  const { serviceUrl: url, keys } = await fillDatabase(adminUrl);
  // What the benchmark itself writes need not be on disk before it goes on.
  const db = connect(url, { max: 2, options: '-c synchronous_commit=off' });
  await fillNeighbour(db);
  await prepareFlood(db);
  const holder = { id: 1, tokens_valid_from: 0, read_at: Math.floor(Date.now() / 1000) };
  return { url, db, keys, token: await issueAccessToken(benchSecretKey, holder) };
}

async function fillNeighbour(db: Database): Promise<void> {
  await sql`insert into teams (name, slug, plan) values ('Neighbour', 'neighbour', 'unlimited')`.execute(db);
  await sql`insert into users (email, name) values ('neighbour@example.com', 'Neighbour')`.execute(db);
  await sql`insert into memberships (team_id, user_id) values (${quiet.teamId}, 1)`.execute(db);
  await sql`
    insert into projects (team_id, name, api_key)
    select ${quiet.teamId}, 'Quiet ' || n, 'sk_' || md5('quiet' || n) from generate_series(1, ${quiet.projects}) as n`.execute(
    db,
  );
}
