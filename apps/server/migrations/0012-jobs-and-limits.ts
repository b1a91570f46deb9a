import { type Kysely, sql } from 'kysely';

/** What the service itself works with: the queue of jobs (decision 2), and the fixed windows of rate limits (decision 3). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table jobs (
      id bigint generated always as identity primary key,
      kind text not null,
      payload jsonb not null default '{}',
      -- At most one job that waits has a given key.
      unique_key text constraint jobs_unique_key_key unique,
      run_at timestamptz not null default now(),
      leased_until timestamptz,
      attempts integer not null default 0,
      last_error text
    );
    create index jobs_run_at on jobs (run_at, id);

    create table rate_windows (
      bucket text primary key,
      hits integer not null,
      ends_at timestamptz not null
    );
    create index rate_windows_ends_at on rate_windows (ends_at);
  `.execute(db);
}
